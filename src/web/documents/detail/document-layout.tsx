import type { ReactNode } from 'react';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';

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
  return (
    <>
      <Breadcrumb list={list} name={number} />
      {/* What to do comes before what it looks like where there is one column. */}
      <div className="flex flex-col gap-5 max-md:gap-3.5 lg:grid lg:grid-cols-[minmax(0,1fr)_300px] lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-x-7 lg:gap-y-0 min-[1361px]:grid-cols-[minmax(0,1fr)_344px]">
        <div className="lg:col-start-2">{head}</div>
        <div className="order-1 lg:col-start-1 lg:row-span-3 lg:row-start-1">{paper}</div>
        <div className="md:max-lg:-mt-5 lg:col-start-2">
          {actions}
          {state}
        </div>
        <div className="order-1 lg:col-start-2 lg:mt-5">{rest}</div>
      </div>
    </>
  );
}
