// SPDX-License-Identifier: MIT
// The planners of workflows against the plain reference, on random instances: the same resource for each
// task, from the same start to the same end, to the last digit.
#include "instance.hpp"
#include "policies/sdk/numbers.hpp"
#include "reference_planners.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"

#include <random>

namespace malha::testing {
namespace differential_test {

namespace reference = reference_workflow;

const std::uint64_t instances = scaled<std::uint64_t>(1000); ///< of each planner

/// Draws the numbers of one instance. They are whole and few, so that ties are many, or reals.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : engine_(seed), is_whole_(seed % 2 == 0) {}

  bool is_whole() const { return is_whole_; }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
  bool one_in(std::size_t number) { return below(number) == 0; }
  /// Times and data: 0 to 3, or below 10 and sometimes 0.
  double amount() { return is_whole_ ? double(below(4)) : one_in(8) ? 0 : 10 * real(); }
  /// Speeds and bandwidths: 1 or 2, or from 0.5 to 2.5.
  double rate() { return is_whole_ ? double(1 + below(2)) : 0.5 + 2 * real(); }
  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (auto i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }
  /// A number for each ordered pair of resources. Whole ones have one of two values for half of the pairs
  /// each: so their mean is exact, and ranks tie in whatever order it is summed.
  reference::Rows pairs(std::size_t resources, double (Dice::*drawn)()) {
    std::vector<double> values;
    const double one = (this->*drawn)(), other = (this->*drawn)();
    for (std::size_t pair = 0; pair < resources * (resources - 1); ++pair)
      values.push_back(!is_whole_ ? (this->*drawn)() : pair % 2 == 0 ? one : other);
    shuffle(values);
    reference::Rows rows(resources, reference::Row(resources, 1));
    for (std::size_t from = 0; from < resources; ++from)
      for (std::size_t to = 0; to < resources; ++to)
        if (from != to) {
          rows[from][to] = values.back();
          values.pop_back();
        }
    return rows;
  }

private:
  double real() { return double(engine_() >> 11) / 9007199254740992.0; } // of 53 bits, below 1

  std::mt19937_64 engine_;
  bool is_whole_;
};

void draw_edges(reference::Instance& instance, Dice& dice) {
  std::vector<std::size_t> line(instance.tasks); // so that parents may have the higher numbers
  std::iota(line.begin(), line.end(), 0);
  dice.shuffle(line);
  const std::size_t sparse = 1 + dice.below(6);
  for (std::size_t i = 0; i < instance.tasks; ++i)
    for (std::size_t j = i + 1; j < instance.tasks; ++j)
      if (dice.one_in(sparse))
        for (int files = dice.one_in(8) ? 2 : 1; files > 0; --files)
          instance.edges.push_back({line[i], line[j], dice.amount()});
  dice.shuffle(instance.edges);
}

void draw_busy(reference::Instance& instance, Dice& dice) {
  for (std::size_t resource = 0; resource < instance.resources; ++resource) {
    double date = 0;
    for (auto left = dice.below(5); left > 0; --left) {
      const double start = date + dice.amount();
      date = start + dice.amount();
      instance.busy.push_back({resource, start, date});
    }
  }
  dice.shuffle(instance.busy);
}

reference::Instance random_instance(std::uint64_t seed) {
  Dice dice(seed);
  reference::Instance instance;
  instance.tasks = 1 + dice.below(14);
  instance.resources = 1 + dice.below(5);
  draw_edges(instance, dice);
  if (dice.one_in(2)) {
    instance.run_times.assign(instance.tasks, reference::Row(instance.resources));
    for (auto& row : instance.run_times)
      for (auto& time : row)
        time = dice.amount();
  } else {
    for (std::size_t task = 0; task < instance.tasks; ++task)
      instance.works.push_back(dice.amount());
    for (std::size_t resource = 0; resource < instance.resources; ++resource)
      instance.speeds.push_back(dice.rate());
  }
  if (dice.one_in(2)) {
    instance.latencies = dice.pairs(instance.resources, &Dice::amount);
    instance.rates = dice.pairs(instance.resources, &Dice::rate);
  } else {
    instance.latency = dice.amount();
    instance.rate = dice.rate();
  }
  if (dice.one_in(2))
    instance.submitted = 2 * dice.amount();
  if (dice.one_in(2))
    draw_busy(instance, dice);
  return instance;
}

std::vector<double> flat(const reference::Rows& rows) {
  std::vector<double> all;
  for (const auto& row : rows)
    all.insert(all.end(), row.begin(), row.end());
  return all;
}

/// As the planners know it.
workflow::Instance given(const reference::Instance& from) {
  const auto size = static_cast<int>(from.resources);
  std::vector<workflow::Edge> edges;
  for (const auto& edge : from.edges)
    edges.push_back({static_cast<int>(edge.from), static_cast<int>(edge.to), edge.data});
  workflow::Instance instance(workflow::Graph(static_cast<int>(from.tasks), edges),
                              from.run_times.empty() ? workflow::RunTimes(from.works, from.speeds)
                                                     : workflow::RunTimes(size, flat(from.run_times)),
                              from.latencies.empty()
                                  ? workflow::Network(size, from.latency, from.rate)
                                  : workflow::Network(size, flat(from.latencies), flat(from.rates)));
  instance.submitted = from.submitted;
  for (const auto& one : from.busy)
    instance.busy.push_back({static_cast<int>(one.resource), one.start, one.end});
  return instance;
}

std::string text_of(const std::vector<double>& row) {
  std::string text;
  for (const double value : row)
    text += " " + shortest(value);
  return text;
}

std::string text_of(const reference::Rows& rows) {
  std::string text;
  for (const auto& row : rows)
    text += text_of(row) + ";";
  return text;
}

std::string text_of(const reference::Instance& instance) {
  std::string text = std::to_string(instance.tasks) + " tasks, " + std::to_string(instance.resources) +
                     " resources, submitted at " + shortest(instance.submitted) + "\nedges:";
  for (const auto& edge : instance.edges)
    text += " " + std::to_string(edge.from) + "->" + std::to_string(edge.to) + " " + shortest(edge.data);
  text += "\nrun times:" + text_of(instance.run_times) + "\nworks:" + text_of(instance.works) +
          "\nspeeds:" + text_of(instance.speeds) + "\nlatency: " + shortest(instance.latency) +
          text_of(instance.latencies) + "\nbandwidth: " + shortest(instance.rate) + text_of(instance.rates) +
          "\nbusy:";
  for (const auto& one : instance.busy)
    text += " " + std::to_string(one.resource) + " from " + shortest(one.start) + " to " + shortest(one.end);
  return text;
}

template <class Places>
std::string text_of_places(const Places& places) {
  std::string text;
  for (const auto& place : places)
    text += "on " + std::to_string(place.resource) + " from " + shortest(place.start) + " to " +
            shortest(place.end) + "\n";
  return text;
}

struct Compared {
  std::string planner;
  std::map<std::string, std::string> parameters;
  std::function<reference::Places(const reference::Instance&)> planned;
};

std::string printed(const Compared& compared) {
  std::string text = compared.planner;
  for (const auto& [name, value] : compared.parameters)
    text += " " + value;
  return text;
}

using Planned = reference::Places (*)(const reference::Instance&, bool inserts);

/// A planner with both settings of `slots`.
void add_both(std::vector<Compared>& all, const std::string& planner,
              std::map<std::string, std::string> parameters, Planned planned) {
  for (const bool inserts : {false, true}) {
    parameters["slots"] = inserts ? "insertion" : "append";
    all.push_back({planner, parameters, [=](const auto& instance) { return planned(instance, inserts); }});
  }
}

std::vector<Compared> all_compared() {
  std::vector<Compared> all{{"min_min", {}, reference::min_min},
                            {"max_min", {}, reference::max_min},
                            {"sufferage", {}, reference::sufferage},
                            {"mct", {}, reference::mct},
                            {"met", {}, reference::met},
                            {"olb", {}, reference::olb},
                            {"round_robin", {}, reference::round_robin}};
  add_both(all, "heft", {}, reference::heft);
  add_both(all, "cpop", {}, reference::cpop);
  add_both(all, "peft", {}, reference::peft);
  add_both(all, "lookahead", {{"horizon", "children"}}, reference::lookahead_children);
  add_both(all, "lookahead", {{"horizon", "all"}}, reference::lookahead_all);
  add_both(all, "dls", {{"transfers", "ignored"}},
           [](const auto& instance, bool inserts) { return reference::dls(instance, inserts, false); });
  add_both(all, "dls", {{"transfers", "counted"}},
           [](const auto& instance, bool inserts) { return reference::dls(instance, inserts, true); });
  return all;
}

class PlannersDifferential : public ::testing::TestWithParam<Compared> {};

INSTANTIATE_TEST_SUITE_P(All, PlannersDifferential, ::testing::ValuesIn(all_compared()), ByValue());

TEST_P(PlannersDifferential, EqualTheReferenceToTheLastDigit) {
  const auto& [planner, parameters, planned] = GetParam();
  for (std::uint64_t seed = 0; seed < instances && !HasFailure(); ++seed) {
    const auto instance = random_instance(seed);
    const auto ours = given(instance).planned(planner, parameters);
    ASSERT_EQ(text_of_places(ours), text_of_places(planned(instance)))
        << "seed " << seed << ": " << text_of(instance);
  }
}

// Or else a planner that follows the rules of another one would pass.
TEST(PlannersDifferentialInstances, TellPlannersApart) {
  const auto all = all_compared();
  std::vector<std::vector<std::string>> plans(all.size()); // of each planner, by seed
  for (std::uint64_t seed = 0; seed < instances; ++seed)
    for (std::size_t i = 0; i < all.size(); ++i)
      plans[i].push_back(text_of_places(all[i].planned(random_instance(seed))));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      std::uint64_t differ = 0;
      for (std::uint64_t seed = 0; seed < instances; ++seed)
        differ += plans[i][seed] != plans[j][seed];
      EXPECT_GT(differ, instances / 50) << printed(all[i]) << ", " << printed(all[j]);
    }
}

} // namespace differential_test
} // namespace malha::testing
