import { ReceiptText } from 'lucide'
import { useNeedsConnection } from '#app/browser/useNeedsConnection.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useListAccess } from '#app/ui/listAccess.ts'
import { list } from '#app/words/en/list.ts'
import { receipts } from '#app/words/en/receipts.ts'
import { useWords } from '#app/words/useWords.ts'
import { OpenForm, type OpenProps } from './OpenForm.tsx'
import { useAccountData } from './pageData.ts'

/** Hidden if you can neither add nor see a receipt. */
export function ReceiptButton({ onOpen }: Pick<OpenProps, 'onOpen'>) {
  const words = useWords(receipts)
  const { addReceipt, viewReceipt } = useWords(list)
  const { may } = useListAccess()
  const needsConnection = useNeedsConnection()
  const hasReceipt = useAccountData()?.receipt !== undefined
  if (!may('editAll') && !(may('seeAll') && hasReceipt)) return null
  return (
    <OpenForm dialog="receipt" onOpen={onOpen}>
      <button
        type="submit"
        className="button plain receipt"
        {...needsConnection(hasReceipt ? words.viewing : words.adding)}
      >
        <Icon of={ReceiptText} />
        {hasReceipt ? viewReceipt : addReceipt}
      </button>
    </OpenForm>
  )
}
