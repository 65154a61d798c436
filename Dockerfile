# Grading for those who have no Linux: the image has the course, its environment and an ordinary user. Build it in a clone:
#   docker build -t course .
#   docker run --rm -v "$PWD/class:/class" course course grade ps02-attention --class /class
# A container has no user namespaces by default, so bubblewrap is not used: Landlock and seccomp carry the isolation alone (the "guard"
# of `course doctor`). Docker's own seccomp profile lets both through since version 23. Nothing here needs --privileged.
FROM python:3.11-slim-bookworm
RUN apt-get update -q \
 && apt-get install -yq --no-install-recommends bubblewrap libseccomp2 make \
 && rm -rf /var/lib/apt/lists/*
# Python and the course stand where every user can read them, so that root's students run as nobody.
WORKDIR /course
COPY . .
ARG TORCH_INDEX=
RUN make setup TORCH_INDEX="$TORCH_INDEX" && chmod -R a+rX /course && useradd --create-home assistant
ENV PATH=/course/.venv/bin:$PATH OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
USER assistant
CMD ["course", "doctor"]
