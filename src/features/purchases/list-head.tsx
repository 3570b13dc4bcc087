/** The names of the rows' columns; on phones a row has none. */
export function ListHead() {
  return (
    <div className="phead pad only-d" aria-hidden="true">
      <span />
      <span>Merchant</span>
      <span>State</span>
      <span>Freshness</span>
      <span>Who checks out</span>
      <span>Started</span>
      <span className="end">Amount</span>
    </div>
  )
}
