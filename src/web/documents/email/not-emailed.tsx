/** Beside the badge of what counts as sent: of `isNotEmailed`. */
export const NotEmailed = () => <span className="text-13 text-muted">Issued, not emailed</span>;
