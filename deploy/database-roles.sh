#!/usr/bin/env bash
# The roles and the database of the service, in a PostgreSQL server whose superuser runs this; can be run again, and makes an empty
# server ready for a restore (docs/deploy.md). psql finds the server by PGHOST, PGPORT and PGUSER.
#   DIORAMA_DATABASE_PASSWORD=… DIORAMA_BACKUP_PASSWORD=… deploy/database-roles.sh
set -euo pipefail
: "${DIORAMA_DATABASE_PASSWORD:?set it}" "${DIORAMA_BACKUP_PASSWORD:?set it}"
export PGUSER=${PGUSER:-${POSTGRES_USER:-postgres}}
# Values reach SQL as psql's variables, quoted by it; they stand in no command line that other users see.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres <<'SQL'
\getenv password DIORAMA_DATABASE_PASSWORD
\getenv backup DIORAMA_BACKUP_PASSWORD
SELECT format('CREATE ROLE %s', role) FROM (VALUES
    ('diorama'), ('diorama_backup'), ('diorama_service_account'), ('diorama_service_operator')) AS wanted (role)
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) \gexec
-- Owns the tables. It is no superuser: policies of row-level security don't hold for those.
ALTER ROLE diorama LOGIN CREATEROLE PASSWORD :'password';
-- Reads everything: without BYPASSRLS pg_dump refuses tables with row-level security.
ALTER ROLE diorama_backup LOGIN BYPASSRLS CONNECTION LIMIT 4 PASSWORD :'backup';
GRANT pg_read_all_data TO diorama_backup;
-- Transactions run as these (docs/service.md).
ALTER ROLE diorama_service_account NOLOGIN NOINHERIT;
ALTER ROLE diorama_service_operator NOLOGIN NOINHERIT;
GRANT diorama_service_account, diorama_service_operator TO diorama;
SELECT 'CREATE DATABASE diorama OWNER diorama' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'diorama') \gexec
REVOKE ALL ON DATABASE diorama FROM PUBLIC;
GRANT CONNECT ON DATABASE diorama TO diorama_backup;
SQL
