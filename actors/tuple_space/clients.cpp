// SPDX-License-Identifier: MIT
#include "clients.hpp"

namespace malha::tuple_space {

void LocalClient::commit(TransactionId transaction) {
  shared_.local.store().commit(transaction);
  shared_.local.serve(date_);
}

void LocalClient::abort(TransactionId transaction) {
  shared_.local.store().abort(transaction);
  shared_.local.serve(date_);
}

void LocalClient::out(Tuple tuple, TransactionId transaction) {
  shared_.local.store().out(std::move(tuple), transaction);
  shared_.local.serve(date_);
}

std::optional<Tuple> LocalClient::inp(const Template& wanted, TransactionId transaction) {
  return shared_.local.store().inp(wanted, transaction);
}

std::optional<Tuple> LocalClient::rdp(const Template& wanted, TransactionId transaction) {
  return shared_.local.store().rdp(wanted, transaction);
}

std::vector<Tuple> LocalClient::copy_collect(const Template& wanted, TransactionId transaction) {
  return shared_.local.store().copy_collect(wanted, transaction);
}

Tuple LocalClient::in(const Template& wanted, TransactionId transaction) {
  return awaited(shared_.local.store().in(id_, 0, wanted, transaction));
}

Tuple LocalClient::rd(const Template& wanted, TransactionId transaction) {
  return awaited(shared_.local.store().rd(id_, 0, wanted, transaction));
}

Tuple LocalClient::awaited(std::optional<Tuple>&& answer) {
  if (answer)
    return std::move(*answer);
  auto [tuple, date] = shared_.local.await(id_);
  date_ = date;
  return std::move(tuple);
}

RemoteClient::RemoteClient(ActorContext& context, ClientId id, const Peer& self)
    : NetworkClient(context, id), self_(std::make_shared<const Peer>(self)),
      inbox_(context, Reception::permanent, self.mailbox),
      space_(context, context.simulation().peers("tuple_space/space").front()) {}

std::vector<Tuple> RemoteClient::ask(Request::Operation operation, const Template& wanted,
                                     TransactionId transaction, std::vector<Tuple> written) {
  space_.send(Request{id(), self_, ++last().request, operation, wanted, transaction, std::move(written)});
  return std::move(std::get<Reply>(*inbox_.receive_before(never)).tuples);
}

void RemoteClient::write(TransactionId transaction, std::vector<Tuple> tuples, Write::End end,
                         std::shared_ptr<const void> row) {
  space_.send(Write{id(), transaction, std::move(tuples), end, std::move(row)});
}

} // namespace malha::tuple_space
