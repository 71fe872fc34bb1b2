export { admitMessage, readTrust, SUSPENDED_WORDS } from './admit-message.ts';
export { proveSender } from './prove-sender.ts';
export { senderRoutes } from './sender.routes.ts';
export { blockSender, countMail, findRecipient, sumMail } from './sender.store.ts';
