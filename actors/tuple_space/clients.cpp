// SPDX-License-Identifier: MIT
#include "clients.hpp"

namespace malha::tuple_space {

void LocalClient::commit(TransactionId transaction) {
  shared_.store.commit(transaction);
  shared_.serve(date_);
}

void LocalClient::abort(TransactionId transaction) {
  shared_.store.abort(transaction);
  shared_.serve(date_);
}

void LocalClient::out(Tuple tuple, TransactionId transaction) {
  shared_.store.out(std::move(tuple), transaction);
  shared_.serve(date_);
}

std::optional<Tuple> LocalClient::inp(const Template& wanted, TransactionId transaction) {
  return shared_.store.inp(wanted, transaction);
}

std::optional<Tuple> LocalClient::rdp(const Template& wanted, TransactionId transaction) {
  return shared_.store.rdp(wanted, transaction);
}

std::vector<Tuple> LocalClient::copy_collect(const Template& wanted, TransactionId transaction) {
  return shared_.store.copy_collect(wanted, transaction);
}

Tuple LocalClient::in(const Template& wanted, TransactionId transaction) {
  return awaited(shared_.store.in(id_, 0, wanted, transaction));
}

Tuple LocalClient::rd(const Template& wanted, TransactionId transaction) {
  return awaited(shared_.store.rd(id_, 0, wanted, transaction));
}

Tuple LocalClient::awaited(std::optional<Tuple>&& answer) {
  if (answer)
    return std::move(*answer);
  auto [tuple, date] = shared_.await(id_);
  date_ = date;
  return std::move(tuple);
}

RemoteClient::RemoteClient(ActorContext& context, ClientId id, const Peer& self)
    : id_(id), self_(self), inbox_(context, Reception::permanent, self.mailbox),
      space_(context, context.simulation().peers("tuple_space/space").front()),
      last_(SharedSpace::of(context).last_numbers(id)) {}

TransactionId RemoteClient::begin() {
  written_.emplace(++last_.transaction, std::vector<Tuple>());
  return last_.transaction;
}

void RemoteClient::end(TransactionId transaction, Write::End how) {
  space_.send(
      Write{id_, transaction, std::move(written_.at(transaction)), how, std::exchange(row_, nullptr)});
  written_.erase(transaction);
}

void RemoteClient::out(Tuple tuple, TransactionId transaction) {
  if (transaction != no_transaction)
    written_.at(transaction).push_back(std::move(tuple));
  else
    space_.send(Write{id_, no_transaction, {std::move(tuple)}, Write::open, nullptr});
}

std::optional<Tuple> RemoteClient::inp(const Template& wanted, TransactionId transaction) {
  return first(ask(Request::inp, wanted, transaction));
}

std::optional<Tuple> RemoteClient::rdp(const Template& wanted, TransactionId transaction) {
  return first(ask(Request::rdp, wanted, transaction));
}

std::vector<Tuple> RemoteClient::copy_collect(const Template& wanted, TransactionId transaction) {
  return ask(Request::copy_collect, wanted, transaction);
}

Tuple RemoteClient::in(const Template& wanted, TransactionId transaction) {
  return std::move(ask(Request::in, wanted, transaction).front());
}

Tuple RemoteClient::rd(const Template& wanted, TransactionId transaction) {
  return std::move(ask(Request::rd, wanted, transaction).front());
}

std::vector<Tuple> RemoteClient::ask(Request::Operation operation, const Template& wanted,
                                     TransactionId transaction) {
  std::vector<Tuple> written;
  if (transaction != no_transaction)
    written.swap(written_.at(transaction));
  space_.send(Request{id_, &self_, ++last_.request, operation, wanted, transaction, std::move(written)});
  return std::get<Reply>(inbox_.receive()).tuples;
}

std::optional<Tuple> RemoteClient::first(std::vector<Tuple> tuples) {
  return tuples.empty() ? std::nullopt : std::optional(std::move(tuples.front()));
}

} // namespace malha::tuple_space
