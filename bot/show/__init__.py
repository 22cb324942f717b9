"""What people see: texts, layouts and pictures made from Views and scenes. Knows no table and no store."""
