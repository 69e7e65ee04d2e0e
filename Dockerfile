# A server in a container: docker build -t boohive . && docker run -p 8765:8765 -v boohive:/data boohive
FROM node:22-slim AS page
WORKDIR /boohive
COPY web web
COPY src/boohive/games src/boohive/games
RUN cd web && npm ci --no-audit --no-fund && npm run build

FROM python:3.12 AS wheel
WORKDIR /boohive
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE NOTICE ./
COPY scripts scripts
COPY requirements requirements
COPY src src
COPY --from=page /boohive/src/boohive/web_dist src/boohive/web_dist
RUN pip wheel --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
COPY requirements/runtime.lock /tmp/
COPY --from=wheel /wheels /tmp/wheels
RUN pip install --no-cache-dir --require-hashes -r /tmp/runtime.lock \
    && pip install --no-cache-dir --no-deps /tmp/wheels/*.whl \
    && useradd --system boohive && install -d -o boohive /data
USER boohive
VOLUME /data
EXPOSE 8765
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/api/health', timeout=5)"]
ENTRYPOINT ["boohive"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8765", "--db", "/data/games.sqlite3", "--log", "json"]
