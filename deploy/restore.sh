#!/usr/bin/env bash
# Restores the processing service into an empty database and bucket (docs/deploy.md).
#   deploy/restore.sh FOLDER [DUMP]      DUMP: a file of FOLDER/database; the newest by default
# Environment: PGHOST, PGPORT, PGUSER of a superuser, DIORAMA_DATABASE_PASSWORD, DIORAMA_BACKUP_PASSWORD (deploy/database-roles.sh);
# DIORAMA_BUCKET_REMOTE as for deploy/backup.sh; the bucket exists. Servers and workers start afterwards.
set -euo pipefail
folder=${1:?restore.sh FOLDER [DUMP]}
dump=${2:-$(find "$folder/database" -name '*.dump' | sort | tail -1)}
remote=${DIORAMA_BUCKET_REMOTE:?set it, as s3:scans}
[ -f "$dump" ] || { echo "restore: there is no dump in $folder/database" >&2; exit 1; }
"$(dirname "$0")/database-roles.sh"
database=${PGDATABASE:-diorama}
if [ "$(psql --no-psqlrc --tuples-only --no-align --dbname="$database" \
  --command "SELECT count(*) FROM pg_namespace WHERE nspname = 'diorama_service'")" != 0 ]; then
  echo "restore: the database $database has a service already; drop it first, or restore into another one (PGDATABASE)" >&2
  exit 1
fi
pg_restore --exit-on-error --single-transaction --dbname="$database" "$dump"
# Objects that were removed from the bucket after this dump: it may still name them. Newer ones win.
stamp=$(basename "$dump" .dump)
find "$folder/removed" -mindepth 1 -maxdepth 1 -type d | sort -r | while read -r removed; do
  [[ $(basename "$removed") < $stamp ]] || rclone copy --quiet "$removed" "$remote"
done
rclone copy --quiet "$folder/bucket" "$remote"
psql --no-psqlrc --quiet --dbname="$database" --command 'ANALYZE'
echo "restore: $dump"
