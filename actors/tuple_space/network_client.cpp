// SPDX-License-Identifier: MIT
#include "network_client.hpp"

#include "clients.hpp"
#include "replicated_client.hpp"

namespace malha::tuple_space {
namespace {

std::optional<Tuple> first(std::vector<Tuple> tuples) {
  return tuples.empty() ? std::nullopt : std::optional(std::move(tuples.front()));
}

} // namespace

NetworkClient::NetworkClient(ActorContext& context, ClientId id)
    : id_(id), last_(LastNumbers::of(context).of_client(id)) {}

TransactionId NetworkClient::begin() {
  written_.emplace(++last_.transaction, std::vector<Tuple>());
  return last_.transaction;
}

void NetworkClient::end(TransactionId transaction, Write::End how) {
  write(transaction, std::move(written_.at(transaction)), how, std::exchange(row_, nullptr));
  written_.erase(transaction);
}

void NetworkClient::out(Tuple tuple, TransactionId transaction) {
  if (transaction != no_transaction)
    written_.at(transaction).push_back(std::move(tuple));
  else
    write(no_transaction, {std::move(tuple)}, Write::open, nullptr);
}

std::optional<Tuple> NetworkClient::inp(const Template& wanted, TransactionId transaction) {
  return first(ask(Request::inp, wanted, transaction));
}

std::optional<Tuple> NetworkClient::rdp(const Template& wanted, TransactionId transaction) {
  return first(ask(Request::rdp, wanted, transaction));
}

std::vector<Tuple> NetworkClient::copy_collect(const Template& wanted, TransactionId transaction) {
  return ask(Request::copy_collect, wanted, transaction);
}

Tuple NetworkClient::in(const Template& wanted, TransactionId transaction) {
  return std::move(ask(Request::in, wanted, transaction).front());
}

Tuple NetworkClient::rd(const Template& wanted, TransactionId transaction) {
  return std::move(ask(Request::rd, wanted, transaction).front());
}

std::vector<Tuple> NetworkClient::ask(Request::Operation operation, const Template& wanted,
                                      TransactionId transaction) {
  std::vector<Tuple> written;
  if (transaction != no_transaction)
    written.swap(written_.at(transaction));
  return ask(operation, wanted, transaction, std::move(written));
}

std::unique_ptr<NetworkClient> make_network_client(ActorContext& context, ClientId id, const Peer& self) {
  if (is_replicated(context.simulation()))
    return std::make_unique<ReplicatedClient>(context, id, self);
  return std::make_unique<RemoteClient>(context, id, self);
}

} // namespace malha::tuple_space
