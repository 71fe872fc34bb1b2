# Builds Remit and keeps only what running it needs.
FROM node:24-slim AS build
WORKDIR /remit
COPY package.json package-lock.json .npmrc ./
COPY packages/sandbox/package.json packages/sandbox/
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /remit
COPY package.json package-lock.json .npmrc ./
COPY packages/sandbox/package.json packages/sandbox/
RUN npm ci --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /remit
RUN mkdir /data && chown node:node /data
COPY --from=packages /remit/node_modules node_modules
COPY --from=build /remit/dist dist
COPY migrations migrations
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
