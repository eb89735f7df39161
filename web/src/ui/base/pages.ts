// Every row of a list, page by page, for exports.

const EXPORT_PAGE = 1000;

/** Asks for pages of 1000 from the first until all rows are there. */
export async function allRows<Row>(
  ask: (page: { size: number; num: number }) => Promise<{ list: Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let num = 0; ; num++) {
    const answer = await ask({ size: EXPORT_PAGE, num });
    rows.push(...answer.list);
    if (answer.list.length < EXPORT_PAGE || rows.length >= answer.total) return rows;
  }
}
