export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path d="M5 12h22l-2.4 13.2a2 2 0 0 1-2 1.8H9.4a2 2 0 0 1-2-1.8z" />
        <path d="M11 12c0-5 2.2-8 5-8s5 3 5 8M12 17v5M16 17v5M20 17v5" />
      </svg>
      <span>Larder</span>
    </span>
  )
}
