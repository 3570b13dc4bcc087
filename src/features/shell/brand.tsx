export function BrandMark() {
  return (
    <svg className="brandmark" width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <rect x="3" y="1.5" width="16" height="19" rx="3.2" className="bm-cover" />
      <path d="M7.2 3.6v14.8" className="bm-stitch" />
      <path d="M10.4 7.6h5.4M10.4 11h5.4M10.4 14.4h3" className="bm-line" />
    </svg>
  )
}
