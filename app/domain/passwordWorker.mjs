// Runs in a thread of its own: one hash takes longer than a whole page.
// Plain JavaScript beside its user, because a thread is started from a file.
import bcrypt from 'bcryptjs'

/** @param {{ password: string, cost: number }} task */
export const hash = ({ password, cost }) => bcrypt.hashSync(password, cost)

/** @param {{ password: string, hash: string }} task */
export const matches = (task) => bcrypt.compareSync(task.password, task.hash)
