import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import classes from './document-layout.module.css';

interface Props {
  /** The list that it stands in. */
  list: { to: string; label: string };
  number: string;
  /** Its state and its amount. */
  head: ReactNode;
  document: ReactNode;
  /** What to do next. */
  actions: ReactNode;
  /** How far its message has come. */
  state: ReactNode;
  /** What has happened, and to whom. */
  rest: ReactNode;
}

/** The page of one document: on the desk at the left, with what there is to know and do beside it. */
export function DocumentLayout({
  list,
  number,
  head,
  document: paper,
  actions,
  state,
  rest,
}: Props) {
  useEffect(() => {
    const before = document.title;
    document.title = `${number} · Remit`;
    return () => {
      document.title = before;
    };
  }, [number]);
  return (
    <>
      <nav className={classes.path} aria-label="Breadcrumb">
        <Link to={list.to}>
          <Icon as={IconArrowLeft} />
          {list.label}
        </Link>
        <b>{number}</b>
      </nav>
      <div className={classes.page}>
        <div className={classes.head}>{head}</div>
        <div className={classes.document}>{paper}</div>
        <div className={classes.actions}>
          {actions}
          {state}
        </div>
        <div className={classes.rest}>{rest}</div>
      </div>
    </>
  );
}
