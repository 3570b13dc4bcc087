type Props = { width: number | string; height: number | string; className?: string }

/** A grey place where something will be. Silent: the region around it says that it is loading. */
export function Skeleton({ width, height, className = '' }: Props) {
  return <span className={`sk ${className}`} style={{ width, height }} aria-hidden="true" />
}
