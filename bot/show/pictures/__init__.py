"""Pictures of the table, of a showdown and of cards, drawn with Pillow from plain data.

``sketch`` says what is on a picture (made where the scene is), the other modules draw it (in a thread).
"""
