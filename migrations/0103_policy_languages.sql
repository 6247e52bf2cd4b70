-- The policy's text in other languages than the employer's own; whoever reads one of them reads it there.
alter table bike_policies add column translations jsonb not null default '{}';
