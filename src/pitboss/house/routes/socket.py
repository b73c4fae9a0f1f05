"""The way to the socket: who is let in, and who hears why not."""

from fastapi import FastAPI, WebSocket

from pitboss.house import protocol
from pitboss.house.addresses import address_of
from pitboss.house.database import NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.routes.answers import COOKIE
from pitboss.house.sockets import OVERLOADED, POLICY, Connection

RETRY_MS = 5000
NO_ANSWER_MS = 1000


def socket(app: FastAPI, doors: Doors) -> None:
    """The protocol of the house begins here."""
    house = doors.house

    @app.websocket("/ws")
    async def ws(socket: WebSocket) -> None:
        token = socket.cookies.get(COOKIE)
        try:
            account = await house.accounts.of_session(token)
        except NoAnswer as error:
            await socket.accept()
            await _turn_away(socket, protocol.Busy(id=None, sentence=str(error), retry_ms=NO_ANSWER_MS), OVERLOADED)
            return
        await socket.accept()
        if account is None or token is None:
            sentence = "there is no session; POST /api/session begins one"
            await _turn_away(socket, protocol.Error(kind="refused", sentence=sentence), POLICY)
            return
        counted = doors.addresses.counted(address_of(socket))
        why = doors.why_no_socket(account, counted)
        if why is not None:
            await _turn_away(socket, protocol.Busy(id=None, sentence=why, retry_ms=RETRY_MS), OVERLOADED)
            return
        doors.seen(account, counted)
        bucket = doors.messages.of(account.name, house.clock.now_ms())
        come = doors.come(socket, "/ws")
        connection = Connection(house, doors.adviser, socket, account, token, bucket, doors.lobby, come)
        doors.connections.add(connection)
        doors.sockets_of_people.enter(account.name)
        doors.sockets_from.enter(counted or "")
        try:
            await connection.serve()
        finally:
            doors.connections.discard(connection)
            doors.sockets_of_people.leave(account.name)
            doors.sockets_from.leave(counted or "")


async def _turn_away(socket: WebSocket, why: protocol.Reply, code: int) -> None:
    await socket.send_text(protocol.encode(why).decode())
    await socket.close(code)
