// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/numbers.hpp"
#include "tests/policies/policy_maker.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <functional>
#include <set>

namespace malha::test {

/// A policy is asked this many views under each of so many settings of its parameters.
constexpr int settings = 10, views_per_setting = 100;

/// The questions whose rules some file checks. A file adds its own before the tests start.
inline std::set<std::string>& questions_with_rules() {
  static std::set<std::string> questions;
  return questions;
}

/// Random parts of views and settings.
class Draw {
public:
  explicit Draw(RandomStreams::Engine& engine) : engine_(engine) {}

  int integer(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }
  double real(double low, double high) {
    return boost::random::uniform_real_distribution<double>(low, high)(engine_);
  }
  bool one_in(int number) { return integer(1, number) == 1; }

  /// Tasks by id. Half of the lists have few different weights, so that ties occur; weights are whole
  /// numbers, so that their sums are exact.
  std::vector<Task> tasks(int most) {
    const int number = integer(0, most), heaviest = one_in(2) ? 3 : 1'000'000'000;
    std::vector<Flops> works;
    for (int i = 0; i < number; ++i)
      works.push_back(integer(1, heaviest));
    return tasks_of(works);
  }

  /// Tasks as a host keeps its ready ones.
  std::vector<Task> ready_tasks(int most) {
    std::vector<Flops> works;
    for (const auto& task : tasks(most))
      works.push_back(task.work);
    return ready_tasks_of(works);
  }

  /// Increasing numbers with gaps.
  std::vector<int> children(int fewest, int most) {
    const int number = integer(fewest, most);
    std::vector<int> children;
    for (int child = 0; static_cast<int>(children.size()) < number; ++child)
      if (!one_in(4))
        children.push_back(child);
    return children;
  }

  /// Values other than the defaults for half of the parameters.
  std::map<std::string, std::string> parameters(const std::vector<ParameterSpec>& specs) {
    std::map<std::string, std::string> values;
    for (const auto& spec : specs)
      if (one_in(2) && spec.type != ParameterSpec::Type::text) // which texts are good is not known here
        values[spec.name] = value(spec);
    return values;
  }

private:
  std::string value(const ParameterSpec& spec) {
    if (spec.type == ParameterSpec::Type::choice)
      return spec.choices.at(static_cast<std::size_t>(integer(0, static_cast<int>(spec.choices.size()) - 1)));
    const double low = std::max(spec.range.low, std::min(spec.range.high, 10.0) - 20);
    const double high = std::min(spec.range.high, low + 20);
    if (spec.type == ParameterSpec::Type::integer)
      return std::to_string(integer(static_cast<int>(low) + spec.range.low_excluded, static_cast<int>(high)));
    return shortest(spec.range.low_excluded ? real((low + high) / 2, high) : real(low, high));
  }

  RandomStreams::Engine& engine_;
};

/// Gives every policy that answers the question to `check`, with its defaults and with random parameters, and
/// what to draw views from.
inline void
for_every_policy(const std::string& question,
                 const std::function<void(const PolicyDescriptor&, const Parameters&, Draw&)>& check) {
  EXPECT_FALSE(shipped_catalog().policies_of(question).empty());
  for (const auto& [name, policy] : shipped_catalog().policies()) {
    if (policy->question != question)
      continue;
    RandomStreams streams(1);
    Draw draw(streams.stream(name));
    for (int setting = 0; setting < settings; ++setting) {
      const auto given =
          setting == 0 ? std::map<std::string, std::string>{} : draw.parameters(policy->parameters);
      std::string trace = name;
      for (const auto& [parameter, value] : given)
        trace += " " + parameter + "=" + value;
      SCOPED_TRACE(trace);
      check(*policy, Parameters(policy->parameters, given), draw);
    }
  }
}

/// Puts random views to two instances of every policy that answers the question. `View` is made from a Draw
/// and owns what it shows; `ask(Question&, const View&)` gives an answer that can be compared;
/// `broken_rule(view, answer)` is empty where the answer breaks no rule.
template <class Question, class View, class Ask, class BrokenRule>
void check_policies(Ask ask, BrokenRule broken_rule) {
  int decisions = 0;
  const auto check = [&](const PolicyDescriptor& policy, const Parameters& parameters, Draw& draw) {
    RandomStreams streams(2), same_streams(2);
    const auto instance = policy.make(parameters, streams), other = policy.make(parameters, same_streams);
    for (int number = 0; number < views_per_setting; ++number) {
      const View view(draw);
      const auto answer = ask(static_cast<Question&>(*instance), view);
      ASSERT_EQ(answer, ask(static_cast<Question&>(*other), view)) << "view " << number << ", asked twice";
      ASSERT_EQ(broken_rule(view, answer), "") << "view " << number;
      decisions += answer != decltype(answer){};
    }
  };
  for_every_policy(Question::question, check);
  EXPECT_GT(decisions, 0) << "no policy decided anything";
}

/// The rule that positions in a list of `size` break: each is there, none is given twice.
inline std::string broken_position_rule(const Positions& positions, std::size_t size) {
  std::set<std::size_t> seen;
  for (const auto position : positions) {
    if (position >= size)
      return "position " + std::to_string(position) + " is not there";
    if (!seen.insert(position).second)
      return "position " + std::to_string(position) + " is given twice";
  }
  return "";
}

} // namespace malha::test
