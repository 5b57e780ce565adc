# One image for all processes of the site; `compose.yaml` says which is which.

FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
# requirements-search.txt for experts that look ahead, requirements-traces.txt for traces
ARG REQUIREMENTS=requirements.txt
COPY requirements.txt requirements-search.txt requirements-traces.txt /tmp/
RUN python -m venv /venv \
    && /venv/bin/pip install --require-hashes --requirement /tmp/$REQUIREMENTS

FROM python:3.11-slim-bookworm
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --system --uid 10001 --create-home --home-dir /home/scout scout
COPY --from=build /venv /venv
WORKDIR /srv/scout
COPY manage.py pyproject.toml LICENSE ./
COPY deploy/gunicorn.conf.py deploy/
COPY scoutsite scoutsite
COPY accounts accounts
COPY games games
COPY locale locale
COPY templates templates
# The guide for programmers shows these texts.
COPY docs docs
# Whatever is not written here is not in the image: no tests, no settings, no secret. This key is
# for this one command, and opens nothing.
RUN SECRET_KEY=none-is-needed-to-collect-files DATABASE_URL=sqlite:////tmp/none.sqlite3 \
    python manage.py collectstatic --no-input --verbosity 0 \
    && python -m compileall -q scoutsite accounts games
USER scout
EXPOSE 8001 8002
CMD ["gunicorn", "--config", "deploy/gunicorn.conf.py", "--bind", "0.0.0.0:8001", "scoutsite.wsgi"]
