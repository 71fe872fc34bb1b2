export { admitMessage, readTrust, SUSPENDED_WORDS } from './admit-message.ts';
export { proveSender } from './prove-sender.ts';
export { senderRoutes } from './sender.routes.ts';
export {
  allowRecipient,
  blockSender,
  claimBounceNews,
  clearBounce,
  countMail,
  findRecipient,
  findRecipients,
  noteBouncedRecipient,
  sumMail,
  unsubscribeRecipient,
} from './sender.store.ts';
