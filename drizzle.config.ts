import { defineConfig } from 'drizzle-kit'

// Each feature keeps its tables beside the code that writes them. `npm run db:generate --
// --name=what-changes` compares all tables with the newest snapshot in migrations/ and writes the
// next migration. Migrations only go forward.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/**/tables.ts',
  // tools/scripts/check-migrations.mjs sets this to check that no migration would be generated.
  out: process.env.MIGRATIONS_OUT ?? './migrations',
})
