// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include <boost/container_hash/hash.hpp>

#include <algorithm>
#include <tuple>

namespace malha::tuple_space {
namespace {

constexpr TupleId no_tuple = 0;

struct Hash {
  std::size_t operator()(Text text) const { return std::hash<const void*>()(&text.str()); }
  std::size_t operator()(const Data& data) const { return std::hash<const void*>()(data.content.get()); }
  template <class Simple>
  std::size_t operator()(const Simple& value) const {
    return std::hash<Simple>()(value);
  }
};

std::size_t hash_of(const Tuple& tuple, std::size_t place) { return tuple.visit(place, Hash()); }
std::size_t hash_of(const Template& wanted, std::size_t place) {
  return std::visit(Hash(), std::get<Value>(wanted[place]));
}

bool is_equal(const Tuple& tuple, std::size_t place, const Tuple& other) {
  return other.visit(place, [&](const auto& field) { return tuple_space::is_equal(tuple, place, field); });
}
bool is_equal(const Tuple& tuple, std::size_t place, const Template& wanted) {
  return tuple_space::is_equal(tuple, place, std::get<Value>(wanted[place]));
}

/// Calls with the place of each position in tuples and in templates, in their order.
template <class Visit>
void for_each_place(Positions positions, Visit&& visit) {
  for (std::size_t place = 1; positions != 0; ++place, positions >>= 1)
    if ((positions & 1) != 0)
      visit(place);
}

template <class Fields>
std::size_t hash_of(Positions positions, const Fields& fields) {
  std::size_t hash = 0;
  for_each_place(positions, [&](std::size_t place) { boost::hash_combine(hash, hash_of(fields, place)); });
  return hash;
}

template <class Fields>
bool equal_at(Positions positions, const Tuple& tuple, const Fields& fields) {
  bool equal = true;
  for_each_place(positions, [&](std::size_t place) { equal = equal && is_equal(tuple, place, fields); });
  return equal;
}

} // namespace

Positions actual_positions(const Template& wanted) {
  Positions positions = 0;
  for (std::size_t place = 1; place < wanted.size(); ++place)
    if (std::holds_alternative<Value>(wanted[place]))
      positions |= Positions{1} << (place - 1);
  return positions;
}

std::size_t hash_at(Positions positions, const Tuple& tuple) { return hash_of(positions, tuple); }
std::size_t hash_at(Positions positions, const Template& wanted) { return hash_of(positions, wanted); }

void Pool::put(Entry entry) {
  auto place = static_cast<Place>(entries_.size());
  if (unused_.empty()) {
    entries_.push_back(std::move(entry));
  } else {
    place = unused_.back();
    unused_.pop_back();
    entries_[place] = std::move(entry);
  }
  for (auto& [positions, index] : indices_)
    add(index, positions, place);
}

Entry Pool::take(Place place) {
  for (auto& [positions, index] : indices_)
    remove(index, positions, place);
  unused_.push_back(place);
  return std::exchange(entries_[place], {no_tuple, {}});
}

Matches Pool::matching(const Template& wanted) {
  if (size() == 0)
    return {};
  const auto positions = actual_positions(wanted);
  auto found = indices_.find(positions);
  if (found == indices_.end())
    found = indices_.emplace(positions, build(positions)).first;
  const auto group = found->second.find(hash_at(positions, wanted),
                                        [&](Place one) { return equal_at(positions, (*this)[one], wanted); });
  if (group.empty())
    return {};
  return group.members != nullptr ? Matches(*group.members)
                                  : Matches({entries_[group.place].id, group.place});
}

std::vector<Entry> Pool::release() {
  indices_.clear();
  entries_.erase(std::remove_if(entries_.begin(), entries_.end(),
                                [](const Entry& entry) { return entry.id == no_tuple; }),
                 entries_.end());
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
  return std::move(entries_);
}

Bytes Pool::weight() const {
  Bytes sum = 0;
  for (const auto& entry : entries_)
    sum += weight_of(entry.tuple);
  return sum;
}

std::size_t Pool::held() const {
  std::size_t sum = entries_.size() + indices_.size() * size();
  for (const auto& [positions, index] : indices_)
    sum += index.size();
  return sum;
}

TupleIndex Pool::build(Positions positions) const {
  TupleIndex index(ranked_);
  std::vector<Place> by_age;
  for (Place place = 0; place < entries_.size(); ++place)
    if (entries_[place].id != no_tuple)
      by_age.push_back(place);
  std::sort(by_age.begin(), by_age.end(), [&](Place a, Place b) { return entries_[a].id < entries_[b].id; });
  for (const Place place : by_age)
    add(index, positions, place);
  return index;
}

void Pool::add(TupleIndex& index, Positions positions, Place place) const {
  const auto& [id, tuple] = entries_[place];
  index.add(
      hash_at(positions, tuple), {id, place},
      [&, &tuple = tuple](Place one) { return equal_at(positions, (*this)[one], tuple); },
      [this](Place one) { return entries_[one].id; });
}

void Pool::remove(TupleIndex& index, Positions positions, Place place) const {
  const auto& [id, tuple] = entries_[place];
  index.remove(hash_at(positions, tuple), {id, place},
               [&, &tuple = tuple](Place one) { return equal_at(positions, (*this)[one], tuple); });
}

} // namespace malha::tuple_space
