import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { registrationOf } from '#app/domain/accounts/registration.ts'
import { DomainError } from '#app/domain/errors.ts'
import { latestOwnList } from '#app/domain/lists/ownLists.ts'
import { parse } from '#app/domain/parse.ts'
import { Acceptance } from '#app/domain/sharing/inputs.ts'
import { acceptInvite, findAccepted, findInvitation } from '#app/domain/sharing/invites.ts'
import { currentUser } from '#app/http/in/auth.ts'
import { readForm } from '#app/http/in/body.ts'
import { redirectWith, refusedHere } from '#app/http/out/replies.ts'
import { listPath, listsPath, loginPath, registerPath } from '#app/protocol/paths.ts'
import { refusalOf } from '#app/protocol/reply.ts'
import { useMessage } from '#app/ui/AccountForm.tsx'
import { AccountPage } from '#app/ui/AccountPage.tsx'
import { Button } from '#app/ui/Button.tsx'
import type { PageHandle } from '#app/ui/PageTitle.tsx'
import { account } from '#app/words/en/account.ts'
import { sharingNotices } from '#app/words/en/sharingNotices.ts'
import { wordsOf } from '#app/words/reader.ts'
import { useWords } from '#app/words/useWords.ts'

export { catchNetworkError as clientAction } from '#app/browser/catchNetworkError.ts'
export { passHeaders as headers } from '#app/http/out/replies.ts'

export const handle: PageHandle = { title: (reader) => `${wordsOf(reader, account).invitationTab} · Larder` }

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex' }]
/** Changes nothing: previews and mail scanners open invitations too. */
export async function loader({ request, params: { token = '' }, context }: LoaderFunctionArgs) {
  const { services } = context
  const user = await currentUser(context, request)
  const words = wordsOf(context.reader, sharingNotices)
  const signedInAs = user?.name
  const invitation = await findInvitation(services, token, user)
  if (invitation && !invitation.isMember) {
    const canRegister = (await registrationOf(services)) !== 'closed'
    const { allLists } = invitation
    const canShareBack = allLists && user && (await latestOwnList(services, user)) !== undefined
    return { token, signedInAs, sentence: words.invited(invitation), allLists, canShareBack, canRegister }
  }
  // People who accepted open the invitation again to find the list.
  const own = invitation ?? (user && (await findAccepted(services, token, user)))
  if (!own) throw new DomainError('invite-not-found')
  return { token, signedInAs, sentence: words.alreadyOn(own), listId: own.listId }
}

export async function action({ request, params: { token = '' }, context }: ActionFunctionArgs) {
  const { services } = context
  const user = await currentUser(context, request)
  if (!user) throw redirect(loginPath(token), 303)
  const typed = await readForm(context)
  try {
    const joined = await acceptInvite(services, user, token, context, parse(Acceptance, typed))
    const text = wordsOf(context.reader, sharingNotices).joined(joined)
    const to = joined.allOf === undefined ? listPath(joined.listId) : listsPath(user.id)
    return redirectWith(context, to, { message: { kind: 'success', text } })
  } catch (error) {
    return refusedHere(context, error, typed)
  }
}

export default function InvitePage() {
  const words = useWords(account)
  const data = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const message = useMessage(result)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <AccountPage title={words.invitationTitle} message={message}>
      <p className="invitation" dir="auto">
        {data.sentence}
      </p>
      {data.listId !== undefined ? (
        <Link className="button wide" to={listPath(data.listId)}>
          {words.openList}
        </Link>
      ) : data.signedInAs !== undefined ? (
        <>
          <Form method="post">
            {data.canShareBack && (
              <div className="choice">
                <label>
                  <input
                    type="checkbox"
                    name="allLists"
                    value="true"
                    defaultChecked={refusalOf(result)?.values.allLists === 'true'}
                  />
                  {words.shareMineToo}
                </label>
              </div>
            )}
            <Button className="wide" pending={pending} pendingText={words.accepting}>
              {words.accept}
            </Button>
            {data.allLists && <p className="lead">{words.changeLater}</p>}
          </Form>
          <p className="alternative lead">
            {words.signedInAs({ name: data.signedInAs })} <Link to="/start">{words.goToLists}</Link>
          </p>
        </>
      ) : (
        <>
          <p className="lead">{data.canRegister ? words.signInOrRegisterToAccept : words.signInToAccept}</p>
          {data.canRegister && (
            <Link className="button wide" to={registerPath(data.token)}>
              {words.register}
            </Link>
          )}
          <Link className={data.canRegister ? 'button quiet wide' : 'button wide'} to={loginPath(data.token)}>
            {words.signIn}
          </Link>
        </>
      )}
    </AccountPage>
  )
}
