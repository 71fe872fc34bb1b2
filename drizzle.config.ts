export default {
  schema: './src/server/db/tables/*.table.ts',
  out: './migrations',
  dialect: 'postgresql',
};
