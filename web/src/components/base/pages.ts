// Every row of a list, page by page, for exports.

const EXPORT_PAGE = 1000;

/**
 * Requests pages of 1000 from the first until all rows are loaded. `isCounted`: whether a row counts for page size
 * and total; other rows follow the row that they belong to.
 */
export async function allRows<Row>(
  fetchPage: (page: { size: number; num: number }) => Promise<{ list: Row[]; total: number }>,
  isCounted: (row: Row) => boolean = () => true,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let num = 0, counted = 0; ; num++) {
    const answer = await fetchPage({ size: EXPORT_PAGE, num });
    rows.push(...answer.list);
    const ofPage = answer.list.filter(isCounted).length;
    counted += ofPage;
    if (ofPage < EXPORT_PAGE || counted >= answer.total) return rows;
  }
}
