// SPDX-License-Identifier: MIT
// The index of a pool, whose groups are found by hash and told apart by what the caller compares.
#include "actors/tuple_space/model/index.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>

namespace malha::tuple_space::testing {
namespace index_test {

/// Tuples of one value each, which all have the same hash.
class Values {
public:
  explicit Values(bool ranked = false) : index_(ranked) {}

  void add(Place place, TupleId id, double value) {
    values_[place] = {id, value};
    index_.add(hash, {id, place}, equal_to(value), [this](Place one) { return values_.at(one).first; });
  }
  void remove(Place place) {
    const auto [id, value] = values_.at(place);
    index_.remove(hash, {id, place}, equal_to(value));
    values_.erase(place);
  }
  /// The places of that value, the oldest first.
  std::vector<Place> find(double value) const {
    const auto group = index_.find(hash, equal_to(value));
    std::vector<Place> places;
    if (group.members != nullptr)
      group.members->for_each([&](const Member& member) { places.push_back(member.place); });
    else if (!group.empty())
      places.push_back(group.place);
    return places;
  }
  std::size_t groups() const { return index_.size(); }

private:
  static constexpr std::size_t hash = 42;

  std::function<bool(Place)> equal_to(double value) const {
    return [this, value](Place one) { return values_.at(one).second == value; };
  }

  TupleIndex index_;
  std::map<Place, std::pair<TupleId, double>> values_;
};

using Places = std::vector<Place>;

TEST(TupleIndex, TellsValuesOfOneHashApart) {
  Values values;
  for (Place place = 0; place < 100; ++place) // more than a few slots, all of one hash
    values.add(place, place + 1, place);
  EXPECT_EQ(values.groups(), 100u);
  EXPECT_EQ(values.find(57), Places{57});
  EXPECT_EQ(values.find(100), Places{});
  for (Place place = 0; place < 100; place += 2) // those behind a free slot are still found
    values.remove(place);
  EXPECT_EQ(values.groups(), 50u);
  EXPECT_EQ(values.find(57), Places{57});
  EXPECT_EQ(values.find(56), Places{});
}

TEST(TupleIndex, KeepsEqualTuplesByAge) {
  for (const bool ranked : {false, true}) {
    Values values(ranked);
    values.add(7, 30, 1);
    values.add(8, 10, 1);
    values.add(9, 20, 1);
    EXPECT_EQ(values.find(1), (Places{8, 9, 7}));
    values.remove(9);
    EXPECT_EQ(values.find(1), (Places{8, 7}));
    values.add(3, 20, 1); // an aborted transaction gives it back, at its old age
    EXPECT_EQ(values.find(1), (Places{8, 3, 7}));
    values.remove(8);
    values.add(8, 10, 1);
    EXPECT_EQ(values.find(1), (Places{8, 3, 7}));
    for (const Place place : Places{8, 3, 7})
      values.remove(place);
    EXPECT_EQ(values.groups(), 0u);
    values.add(1, 40, 1);
    EXPECT_EQ(values.find(1), Places{1});
  }
}

// A NaN does not equal itself: each is a group of its own, and is removed by its place.
TEST(TupleIndex, RemovesWhatDoesNotEqualItself) {
  Values values;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  values.add(1, 1, nan);
  values.add(2, 2, nan);
  EXPECT_EQ(values.groups(), 2u);
  EXPECT_EQ(values.find(nan), Places{});
  values.remove(1);
  values.remove(2);
  EXPECT_EQ(values.groups(), 0u);
}

// Of 1000 tuples all but the oldest and the youngest are taken: ids that were left behind are cleared away.
TEST(AgeQueue, ForgetsWhatWasTakenInBetween) {
  AgeQueue queue;
  for (TupleId id = 1; id <= 1000; ++id)
    queue.insert({id, static_cast<Place>(id)});
  for (TupleId id = 2; id < 1000; ++id)
    queue.erase(id);
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(queue.oldest().id, 1);
  queue.erase(1);
  EXPECT_EQ(queue.oldest().id, 1000);
  queue.insert({500, 7});
  EXPECT_EQ(queue.oldest().place, 7u);
}

} // namespace index_test
} // namespace malha::tuple_space::testing
