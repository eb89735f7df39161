#!/usr/bin/env bash
# Runs the tests on a bare machine: a minimal Debian in a folder, with Node and nothing else (no fonts, no browser, no
# libraries), as an unprivileged user. Needs root, debootstrap and unshare. See docs/guides/test-on-a-bare-machine.md.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tools/bareMachine.sh [options] [test files]

Clones what is committed, runs `npm ci` and the given test files (e2e/*.spec.ts are browser tests), or `npm test`
without any. The exit code is that of the tests.

  --folder DIR    where the machine is made; default: a new folder in /var/tmp. Removed afterwards
  --keep          keep that folder
  --base FILE     archive of the bare system: used if it exists, else written
  --suite NAME    Debian release; default bookworm
  --mirror URL    Debian mirror; default: that of debootstrap
  --node VERSION  Node from the npm registry, for example 20; default: a copy of the Node in PATH
  --npmrc FILE    npm configuration to use inside
  --ca FILE       certificates that Node accepts besides its own
  --minutes N     end everything after N minutes; default 90
TEXT
}

folder='' keep='' base='' suite=bookworm mirror='' node='' npmrc='' ca='' minutes=90
files=()
while (($#)); do
  case $1 in
    --keep) keep=yes ;;
    --folder | --base | --suite | --mirror | --node | --npmrc | --ca | --minutes)
      [[ $# -ge 2 ]] || { echo "$1 needs a value." >&2; exit 2; }
      printf -v "${1#--}" %s "$2"
      shift ;;
    -h | --help) usage; exit ;;
    -*) echo "Unknown option $1." >&2; usage >&2; exit 2 ;;
    *) files+=("$1") ;;
  esac
  shift
done
[[ $minutes =~ ^[1-9][0-9]*$ ]] || { echo '--minutes takes a whole number from 1.' >&2; exit 2; }
[[ $EUID -eq 0 ]] || { echo 'This needs root: it makes a system in a folder.' >&2; exit 2; }
for program in debootstrap unshare chroot timeout git tar npm node; do
  command -v "$program" >/dev/null || { echo "$program is missing." >&2; exit 2; }
done
for file in "$npmrc" "$ca"; do
  [[ -z $file || -f $file ]] || { echo "$file is missing." >&2; exit 2; }
done

project=$(cd "$(dirname "$0")/.." && pwd)
if [[ -n $folder ]]; then
  # Removed at the end, so it must be new.
  [[ ! -e $folder ]] || { echo "$folder exists already." >&2; exit 2; }
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
else
  folder=$(mktemp -d /var/tmp/helioport-bare-XXXXXX)
fi
chmod 755 "$folder"
machine=$folder/machine

clean_up() {
  # Mounts exist in the namespace of the run only; nothing outside the folder is below it.
  [[ -n $keep ]] || rm -rf --one-file-system -- "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

echo '== bare system'
mkdir "$machine"
if [[ -n $base && -f $base ]]; then
  tar -xf "$base" -C "$machine" --numeric-owner
else
  debootstrap --variant=minbase "$suite" "$machine" ${mirror:+"$mirror"} >"$folder/debootstrap.log" 2>&1 ||
    { tail -n 20 "$folder/debootstrap.log" >&2; exit 1; }
  if [[ -n $base ]]; then
    tar -cf "$base.$$" -C "$machine" --numeric-owner .
    mv "$base.$$" "$base"
  fi
fi
found=$(find "$machine/etc/fonts" "$machine/usr/share/fonts" "$machine/usr/lib" "$machine/usr/bin" \
  \( -path '*/fonts/*' -o -name 'libnss3*' -o -name 'libfontconfig*' -o -name '*chrom*' \) -print -quit 2>/dev/null || true)
[[ -z $found ]] || { echo "The system is not bare: $found" >&2; exit 1; }

echo '== Node'
npm_folder=$(cd "$(dirname "$(readlink -f "$(command -v npm)")")/.." && pwd)
if [[ -n $node ]]; then
  mkdir "$folder/node"
  package=node-linux-$(node -p process.arch)@$node
  (cd "$folder/node" && npm pack "$package" --silent >/dev/null && tar -xzf ./*.tgz --strip-components=1)
  install -m 755 "$folder/node/bin/node" "$machine/usr/local/bin/node"
else
  install -m 755 "$(readlink -f "$(command -v node)")" "$machine/usr/local/bin/node"
fi
mkdir -p "$machine/usr/local/lib/node_modules"
cp -r "$npm_folder" "$machine/usr/local/lib/node_modules/npm"
for name in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$machine/usr/local/bin/$name"
done
cp -L /etc/resolv.conf /etc/hosts "$machine/etc/"

echo '== clone and user'
chroot "$machine" useradd --create-home --shell /bin/bash tester
home=$machine/home/tester
git clone --quiet --no-hardlinks "$project" "$home/helioport"
[[ -z $npmrc ]] || install -m 600 "$npmrc" "$home/.npmrc"
[[ -z $ca ]] || install -m 644 "$ca" "$home/certificates.pem"
chroot "$machine" chown -R tester: /home/tester

cat >"$home/run.sh" <<'TEXT'
set -euo pipefail
cd ~/helioport
echo "== $(. /etc/os-release && echo "$PRETTY_NAME"), Node $(node -v), user $(id -un)"
echo '== npm ci'
npm ci --no-audit --no-fund
[[ $# -gt 0 ]] || exec npm test
unit=() browser=()
for file in "$@"; do
  if [[ $file == e2e/* ]]; then browser+=("$file"); else unit+=("$file"); fi
done
isGood=yes
if ((${#unit[@]})); then npx --no-install vitest run "${unit[@]}" || isGood=''; fi
if ((${#browser[@]})); then
  npx --no-install vitest run --config e2e/vitest.config.ts "${browser[@]}" || isGood=''
fi
[[ -n $isGood ]]
TEXT

# Process and mount namespaces of its own: all processes end with the run, and no mount is seen outside.
environment=(HOME=/home/tester USER=tester LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin)
[[ -z $ca ]] || environment+=(NODE_EXTRA_CA_CERTS=/home/tester/certificates.pem)
for name in HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy; do
  [[ -z ${!name:-} ]] || environment+=("$name=${!name}")
done
status=0
# shellcheck disable=SC2016
timeout --kill-after=30 "${minutes}m" unshare --mount --pid --ipc --fork --kill-child --propagation private \
  bash -c '
    set -euo pipefail
    machine=$1
    shift
    mount -t proc proc "$machine/proc"
    mkdir -p "$machine/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm"
    exec chroot --userspec=tester:tester "$machine" /usr/bin/env -i "$@"
  ' run "$machine" "${environment[@]}" bash /home/tester/run.sh ${files[@]+"${files[@]}"} </dev/null || status=$?
[[ $status -ne 124 ]] || echo "Not finished after $minutes minutes." >&2
echo "== bare machine: $([[ $status -eq 0 ]] && echo good || echo FAILED)"
exit "$status"
