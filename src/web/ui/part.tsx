import type { ReactNode } from 'react';
import { Component } from 'react';
import { Button } from './button.tsx';

interface Props {
  /** What stands here, as a sentence begins: 'The chart'. */
  name: string;
  children: ReactNode;
}

/**
 * A part of a page that fails alone: where an answer lacks what it is drawn from, it says so, and
 * the rest of the page stays.
 */
export class Part extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-hairline bg-surface px-5 py-4 text-muted"
        role="alert"
      >
        <p>{this.props.name} cannot be shown right now. Nothing was lost.</p>
        <Button size="sm" onClick={() => this.setState({ failed: false })}>
          Try again
        </Button>
      </div>
    );
  }
}
