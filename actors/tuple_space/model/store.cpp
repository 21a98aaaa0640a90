// SPDX-License-Identifier: MIT
#include "store.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace malha::tuple_space {

TupleStore::TupleStore(std::vector<Shape> shapes, RandomStreams::Engine* random)
    : shapes_(std::move(shapes)), random_(random), visible_(shapes_.size(), Pool(random != nullptr)) {
  for (Kind kind = 0; kind < shapes_.size(); ++kind) {
    if (shapes_[kind].fields.size() > most_fields)
      throw std::invalid_argument("tuple space: a shape has more than " + std::to_string(most_fields) +
                                  " fields");
    if (shape_of(shapes_[kind].kind) != kind)
      throw std::invalid_argument("tuple space: two shapes are of kind " + shapes_[kind].kind.str());
  }
}

TransactionId TupleStore::begin(ClientId client) {
  transactions_[++last_transaction_].client = client;
  return last_transaction_;
}

void TupleStore::commit(TransactionId transaction) {
  if (waiting_.any_of(transaction))
    throw std::logic_error("tuple space: transaction " + std::to_string(transaction) +
                           " has a request that waits");
  const auto ended = end(transaction);
  auto& shown = ended.mapped().fresh;
  for (auto& [kind, pool] : ended.mapped().written)
    for (auto& entry : pool.release())
      shown.push_back(std::move(entry));
  show_by_age(shown);
}

void TupleStore::abort(TransactionId transaction) {
  const auto ended = end(transaction);
  waiting_.forget_transaction(transaction);
  show_by_age(ended.mapped().taken);
}

void TupleStore::client_failed(ClientId client) {
  waiting_.forget_client(client);
  std::vector<TransactionId> open;
  for (const auto& [id, transaction] : transactions_)
    if (transaction.client == client)
      open.push_back(id);
  std::sort(open.begin(), open.end());
  for (const auto transaction : open)
    abort(transaction);
}

void TupleStore::out(Tuple tuple, TransactionId transaction) {
  auto* const own = inside(transaction);
  const Kind kind = kind_of(tuple, " has an unknown shape");
  Entry entry{++last_tuple_, std::move(tuple)};
  if (own == nullptr)
    show(std::move(entry));
  else if (!show_inside(transaction, kind, entry.tuple))
    own->fresh.push_back(std::move(entry));
}

std::optional<Tuple> TupleStore::inp(const Template& wanted, TransactionId transaction) {
  auto* const own = inside(transaction);
  return take(checked(wanted), wanted, own);
}

std::optional<Tuple> TupleStore::rdp(const Template& wanted, TransactionId transaction) {
  auto* const own = inside(transaction);
  return read(checked(wanted), wanted, own);
}

std::vector<Tuple> TupleStore::copy_collect(const Template& wanted, TransactionId transaction) {
  auto* const own = inside(transaction);
  const Kind kind = checked(wanted);
  boost::container::small_vector<std::pair<TupleId, const Tuple*>, 8> found;
  for (auto* const pool : pools(kind, own))
    if (pool != nullptr)
      pool->matching(wanted).for_each(
          [&](const Member& member) { found.emplace_back(member.id, &(*pool)[member.place]); });
  std::sort(found.begin(), found.end());
  std::vector<Tuple> tuples;
  tuples.reserve(found.size());
  for (const auto& [id, tuple] : found)
    tuples.push_back(*tuple);
  return tuples;
}

std::optional<Tuple> TupleStore::in(ClientId client, RequestId request, const Template& wanted,
                                    TransactionId transaction) {
  return ask({client, request, true, transaction, 0, {}}, wanted);
}

std::optional<Tuple> TupleStore::rd(ClientId client, RequestId request, const Template& wanted,
                                    TransactionId transaction) {
  return ask({client, request, false, transaction, 0, {}}, wanted);
}

std::size_t TupleStore::size() const {
  std::size_t sum = 0;
  for (const auto& pool : visible_)
    sum += pool.size();
  return sum;
}

Bytes TupleStore::weight() const {
  Bytes sum = 0;
  for (const auto& pool : visible_)
    sum += pool.weight();
  for (const auto& [id, transaction] : transactions_) {
    for (const auto& few : {&transaction.fresh, &transaction.taken})
      for (const auto& one : *few)
        sum += weight_of(one.tuple);
    for (const auto& [kind, pool] : transaction.written)
      sum += pool.weight();
  }
  return sum;
}

std::size_t TupleStore::held() const {
  std::size_t sum = waiting_.size() + served_.size() + transactions_.size();
  for (const auto& pool : visible_)
    sum += pool.held();
  for (const auto& [id, transaction] : transactions_) {
    sum += transaction.fresh.size() + transaction.taken.size();
    for (const auto& [kind, pool] : transaction.written)
      sum += pool.held();
  }
  return sum;
}

template <class Fields>
TupleStore::Kind TupleStore::kind_of(const Fields& fields, const char* complaint) const {
  const auto name = tuple_space::kind_of(fields);
  const Kind known = name ? shape_of(*name) : shapes_.size();
  if (known != shapes_.size() && fits(fields, shapes_[known]))
    return known;
  std::vector<std::string> valid;
  for (const auto& shape : shapes_)
    valid.push_back(text_of(shape));
  throw InputError("tuple space: " + text_of(fields) + complaint + "; valid: " + listed(valid));
}

TupleStore::Kind TupleStore::shape_of(Text kind) const {
  const auto found =
      std::find_if(shapes_.begin(), shapes_.end(), [kind](const Shape& shape) { return shape.kind == kind; });
  return static_cast<Kind>(found - shapes_.begin());
}

TupleStore::Kind TupleStore::checked(const Template& wanted) const {
  return kind_of(wanted, " matches no shape");
}

TupleStore::Transaction& TupleStore::known(TransactionId transaction) {
  const auto found = transactions_.find(transaction);
  if (found == transactions_.end())
    throw std::logic_error("tuple space: transaction " + std::to_string(transaction) + " is not open");
  return found->second;
}

TupleStore::Transaction* TupleStore::inside(TransactionId transaction) {
  return transaction == no_transaction ? nullptr : &known(transaction);
}

TupleStore::Transactions::node_type TupleStore::end(TransactionId transaction) {
  known(transaction);
  return transactions_.extract(transaction);
}

std::array<Pool*, 2> TupleStore::pools(Kind kind, Transaction* transaction) {
  return {&visible_[kind], transaction == nullptr ? nullptr : written_in(*transaction, kind)};
}

Pool* TupleStore::written_in(Transaction& transaction, Kind kind) {
  for (auto& entry : transaction.fresh) {
    const Kind of = known_kind_of(entry.tuple);
    transaction.written.try_emplace(of, random_ != nullptr).first->second.put(std::move(entry));
  }
  transaction.fresh.clear();
  const auto written = transaction.written.find(kind);
  return written == transaction.written.end() ? nullptr : &written->second;
}

std::optional<TupleStore::Found> TupleStore::find(Kind kind, const Template& wanted, Transaction* own) {
  const auto [visible, written] = pools(kind, own);
  const Matches of_all = visible->matching(wanted);
  const Matches of_own = written == nullptr ? Matches() : written->matching(wanted);
  const std::size_t all = of_all.size();
  const std::size_t both = all + of_own.size();
  if (both == 0)
    return std::nullopt;
  if (random_ != nullptr) {
    const auto rank = boost::random::uniform_int_distribution<std::size_t>(0, both - 1)(*random_);
    return rank < all ? Found{visible, of_all.nth(rank).place} : Found{written, of_own.nth(rank - all).place};
  }
  if (both == all || (all != 0 && of_all.oldest().id < of_own.oldest().id))
    return Found{visible, of_all.oldest().place};
  return Found{written, of_own.oldest().place};
}

std::optional<Tuple> TupleStore::take(Kind kind, const Template& wanted, Transaction* own) {
  const auto found = find(kind, wanted, own);
  if (!found)
    return std::nullopt;
  auto entry = found->pool->take(found->place);
  if (own != nullptr && found->pool == &visible_[kind])
    own->taken.push_back(entry);
  return std::move(entry.tuple);
}

std::optional<Tuple> TupleStore::read(Kind kind, const Template& wanted, Transaction* own) {
  const auto found = find(kind, wanted, own);
  return found ? std::optional<Tuple>((*found->pool)[found->place]) : std::nullopt;
}

std::optional<Tuple> TupleStore::ask(Waiting request, const Template& wanted) {
  auto* const own = inside(request.transaction);
  if (own != nullptr && own->client != request.client)
    throw std::logic_error("tuple space: transaction " + std::to_string(request.transaction) +
                           " is not one of client " + std::to_string(request.client));
  request.kind = checked(wanted);
  auto tuple = request.takes ? take(request.kind, wanted, own) : read(request.kind, wanted, own);
  if (!tuple) {
    request.wanted = wanted;
    waiting_.add(std::move(request));
  }
  return tuple;
}

void TupleStore::answer(const Waiting& request, Tuple tuple) {
  served_.push_back({request.client, request.request, std::move(tuple)});
  waiting_.remove(request);
}

bool TupleStore::show_inside(TransactionId transaction, Kind kind, const Tuple& tuple) {
  while (const auto* request = waiting_.first_of(transaction, kind, tuple)) {
    const bool takes = request->takes;
    answer(*request, tuple);
    if (takes)
      return true;
  }
  return false;
}

void TupleStore::show(Entry entry) {
  const Kind kind = known_kind_of(entry.tuple);
  while (const auto* request = waiting_.first(kind, entry.tuple)) {
    if (request->takes) {
      if (request->transaction != no_transaction)
        known(request->transaction).taken.push_back(entry);
      return answer(*request, std::move(entry.tuple));
    }
    answer(*request, entry.tuple);
  }
  visible_[kind].put(std::move(entry));
}

void TupleStore::show_by_age(Few& shown) {
  const auto is_older = [](const Entry& a, const Entry& b) { return a.id < b.id; };
  if (!std::is_sorted(shown.begin(), shown.end(), is_older)) // usually they are
    std::sort(shown.begin(), shown.end(), is_older);
  for (auto& one : shown)
    show(std::move(one));
}

} // namespace malha::tuple_space
