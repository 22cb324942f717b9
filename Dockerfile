# The bot in production. Data (database and key file) lives in the volume /data.
#   docker build -t dealers-choice .
#   docker run -d --name dealer -e DEALER_TOKEN=… -v dealer-data:/data dealers-choice
FROM python:3.11-slim AS build
WORKDIR /build
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home dealer && install -d -o dealer -m 0700 /data
COPY --from=build /venv /venv
WORKDIR /app
COPY engine engine
COPY bot bot
COPY cogs cogs
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DEALER_DATABASE=/data/dealer.db \
    MPLCONFIGDIR=/tmp/matplotlib
USER dealer
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]
