// SPDX-License-Identifier: MIT
#include "requests.hpp"

#include <algorithm>
#include <tuple>

namespace malha::tuple_space {

void WaitingRequests::add(Waiting request) {
  const auto positions = actual_positions(request.wanted);
  const auto hash = hash_at(positions, request.wanted);
  requests_.insert({std::move(request), positions, hash, ++last_number_});
}

const Waiting* WaitingRequests::first(std::size_t kind, const Tuple& tuple) const {
  const auto& requests = requests_.get<ByTemplate>();
  const Numbered* first = nullptr;
  // Once for each set of actual positions, independent of the number of requests.
  for (auto group = requests.lower_bound(std::make_tuple(kind));
       group != requests.end() && group->kind == kind;
       group = requests.upper_bound(std::make_tuple(kind, group->positions))) {
    const auto same =
        requests.equal_range(std::make_tuple(kind, group->positions, hash_at(group->positions, tuple)));
    const auto found = std::find_if(same.first, same.second,
                                    [&](const Numbered& request) { return matches(request.wanted, tuple); });
    if (found != same.second && (first == nullptr || found->number < first->number))
      first = &*found;
  }
  return first;
}

const Waiting* WaitingRequests::first_of(TransactionId transaction, std::size_t kind,
                                         const Tuple& tuple) const {
  const auto [begin, end] = requests_.get<ByTransaction>().equal_range(std::make_tuple(transaction));
  const auto found = std::find_if(begin, end, [&](const Numbered& request) {
    return request.kind == kind && matches(request.wanted, tuple);
  });
  return found != end ? &*found : nullptr;
}

void WaitingRequests::remove(const Waiting& request) {
  requests_.erase(requests_.iterator_to(static_cast<const Numbered&>(request)));
}

void WaitingRequests::forget_client(ClientId client) {
  auto& requests = requests_.get<ByClient>();
  const auto [begin, end] = requests.equal_range(std::make_tuple(client));
  requests.erase(begin, end);
}

void WaitingRequests::forget_transaction(TransactionId transaction) {
  auto& requests = requests_.get<ByTransaction>();
  const auto [begin, end] = requests.equal_range(std::make_tuple(transaction));
  requests.erase(begin, end);
}

bool WaitingRequests::any_of(TransactionId transaction) const {
  return requests_.get<ByTransaction>().count(std::make_tuple(transaction)) != 0;
}

} // namespace malha::tuple_space
