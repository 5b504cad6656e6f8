import { Receipt } from 'lucide'
import { Icon } from './Icon.tsx'

export function ReceiptMark() {
  return (
    <span className="receipt-mark">
      <Icon of={Receipt} size={16} />
      <span className="visually-hidden">with receipt</span>
    </span>
  )
}
