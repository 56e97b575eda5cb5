#!/bin/sh
# The whole way by curl: an account, a reconstruction, a run that is waited for, the list of results.
#
#   LEITH_URL=http://127.0.0.1:8080 sh curl.sh
#
# Writes result.zip and run.zip into the current folder.
set -eu

url=${LEITH_URL:-http://127.0.0.1:8080}
samples=$(dirname "$0")/..
email=${LEITH_EMAIL:-ada-$(date +%s)-$$@example.org}
password=${LEITH_PASSWORD:-correct horse battery}

# One field of a JSON answer; jq is better, and not everywhere.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# Would the service take such data?
fit=$(curl -fsS "$url/public/workflow_fit" -H 'Content-Type: application/json' \
  -d '{"geometry": "off-axis", "file_format": "png", "wavelength_um": 0.6328, "pixel_pitch_um": 3.45, "z_mm": 5}')
echo "$fit" | field verdict

# An account. The key is shown this once: keep it.
key=$(curl -fsS "$url/users/signup" -H 'Content-Type: application/json' \
  -d "{\"email\": \"$email\", \"password\": \"$password\"}" | field api_key)

# A hologram to its package. With --fail-with-body in place of -f, curl shows what was wrong with a request.
curl -fsS "$url/reconstruct_pdhm" -H "Authorization: Bearer $key" -o result.zip \
  -F hologram=@"$samples/off-axis.png" -F background=@"$samples/off-axis-background.png" \
  -F holography_mode=off-axis -F wavelength_um=0.6328 -F pixel_pitch_um=3.45 -F z_mm=5 \
  -F output_sampling=native

# The same without waiting; the Idempotency-Key makes it safe to send this again.
run=$(curl -fsS "$url/reconstruct_pdhm" -H "Authorization: Bearer $key" -H 'Prefer: respond-async' \
  -H "Idempotency-Key: off-axis-$$" -F hologram=@"$samples/off-axis.png" \
  -F holography_mode=off-axis -F wavelength_um=0.6328 -F pixel_pitch_um=3.45 -F z_mm=5 \
  -F output_sampling=native | field run_id)
while state=$(curl -fsS "$url/runs/$run" -H "Authorization: Bearer $key"); do
  case $(echo "$state" | field status) in
    queued | running) sleep 1 ;;
    succeeded) break ;;
    *) echo "$state" >&2; exit 1 ;;
  esac
done
result=$(echo "$state" | field evidence_report_id)
curl -fsS "$url/results/$result/package" -H "Authorization: Bearer $key" -o run.zip

# What the account has.
curl -fsS "$url/results" -H "Authorization: Bearer $key"
echo
