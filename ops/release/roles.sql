-- The two roles of a database server of one's own (README.md, Production). Passwords come from the environment of psql.
\set owner_password `echo "$POLJIN_OWNER_PASSWORD"`
\set application_password `echo "$POLJIN_PASSWORD"`
create role poljin_owner login password :'owner_password';
create role poljin login password :'application_password';
create database poljin owner poljin_owner;
