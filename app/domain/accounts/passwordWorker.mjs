// Runs in a worker thread: a hash takes longer than a whole page. Plain JavaScript, because it is started
// as a file.
import bcrypt from 'bcryptjs'

/** @param {{ password: string, cost: number }} task */
export const hash = ({ password, cost }) => bcrypt.hashSync(password, cost)

/** @param {{ password: string, hash: string }} task */
export const matches = (task) => bcrypt.compareSync(task.password, task.hash)
