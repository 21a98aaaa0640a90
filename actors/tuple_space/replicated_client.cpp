// SPDX-License-Identifier: MIT
#include "replicated_client.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

namespace malha::tuple_space {
namespace {

Command::What what_of(Request::Operation operation) {
  switch (operation) {
  case Request::inp:
    return Command::inp;
  case Request::rdp:
    return Command::rdp;
  case Request::in:
    return Command::in;
  case Request::rd:
    return Command::rd;
  case Request::copy_collect:
    return Command::copy_collect;
  }
  throw std::logic_error("a request for nothing");
}

Command::End end_of(Write::End end) {
  return end == Write::commit ? Command::commit : end == Write::abort ? Command::abort : Command::open;
}

} // namespace

ReplicatedClient::ReplicatedClient(ActorContext& context, ClientId id, const Peer& self)
    : NetworkClient(context, id), self_(self), group_(ServerGroup::of(context)),
      inbox_(context, Reception::permanent, self.mailbox),
      session_(id, group_.size(), last().request, context.simulation().network().may_lose_messages()),
      timeout_(group_.servers().front().parameters.real("timeout")) {
  for (const auto& server : group_.servers())
    servers_.emplace_back(context, server);
}

void ReplicatedClient::open() {
  inbox_.open();
  group_.add_client(id(), self_);
}

void ReplicatedClient::close() {
  Command leave;
  leave.what = Command::leave;
  send(session_.give(std::move(leave)));
  await();
  last().request = session_.last();
  inbox_.close();
}

std::vector<Tuple> ReplicatedClient::ask(Request::Operation operation, const Template& wanted,
                                         TransactionId transaction, std::vector<Tuple> written) {
  Command command;
  command.what = what_of(operation);
  command.wanted = wanted;
  command.transaction = transaction;
  command.written = std::move(written);
  send(session_.give(std::move(command)));
  return await();
}

void ReplicatedClient::write(TransactionId transaction, std::vector<Tuple> tuples, Write::End end,
                             std::shared_ptr<const void> row) {
  Command command;
  command.transaction = transaction;
  command.written = std::move(tuples);
  command.end = end_of(end);
  if (row)
    command.rider = std::make_shared<const Rider>(Rider{std::move(row)});
  send(session_.give(std::move(command)));
}

void ReplicatedClient::send(std::vector<SpaceSession::Sent> sent) {
  for (auto& [server, submission] : sent)
    servers_[static_cast<std::size_t>(server)].send(std::move(submission));
}

std::vector<Tuple> ReplicatedClient::await() {
  for (int vain = 0;;) {
    const Seconds until = simgrid::s4u::Engine::get_clock() + patience(timeout_, vain);
    const auto message = inbox_.receive_before(session_.is_waiting() && !group_.is_lost() ? until : never);
    if (!message) {
      ++vain;
      send(session_.expired());
      continue;
    }
    auto heard = session_.take(*message);
    send(std::move(heard.to_send));
    if (heard.answer)
      return std::move(*heard.answer);
  }
}

} // namespace malha::tuple_space
