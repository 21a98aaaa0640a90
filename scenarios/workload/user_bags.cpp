// SPDX-License-Identifier: MIT
// Bags of tasks of several users: one bag each at a given date, or bags in Poisson processes up to a date.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/lists_of_reals.hpp"
#include "policies/sdk/workload.hpp"

#include <boost/random/exponential_distribution.hpp>

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

[[noreturn]] void refuse(const Parameters& given, const std::string& parameter, const std::string& valid) {
  throw InputError("workload 'user_bags': parameter '" + parameter + "' cannot be '" +
                   given.all().at(parameter) + "'; valid: " + valid);
}

/// One number a user, or one for all of them.
std::vector<double> by_user(const Parameters& given, const std::string& parameter, std::size_t users) {
  auto numbers = given.reals(parameter);
  if (numbers.size() == 1)
    numbers.resize(users, numbers.front());
  if (numbers.size() != users)
    refuse(given, parameter,
           "one number, or one for each of the " + std::to_string(users) + " users of tasks");
  return numbers;
}

/// The lengths of the tasks of each user, in s, which are taken in turn. Users are parted by '/'.
std::vector<std::vector<double>> lengths_by_user(const Parameters& given, std::size_t users) {
  std::vector<std::vector<double>> lengths;
  try {
    lengths = lists_of_reals(given.text("lengths"), above(0), users, "s");
  } catch (const std::invalid_argument&) {
    refuse(given, "lengths", "numbers above 0 with ',' between them, and '/' between users");
  }
  if (lengths.size() != users)
    refuse(given, "lengths",
           "lengths for all users, or for each of the " + std::to_string(users) + " users of tasks");
  return lengths;
}

class UserBags : public JobSource {
public:
  explicit UserBags(const WorkloadInput& input)
      : reference_speed_(input.reference_speed), until_(input.parameters.real("until")) {
    const auto& given = input.parameters;
    const auto tasks = given.reals("tasks");
    const auto dates = by_user(given, "dates", tasks.size());
    const auto interarrivals = by_user(given, "interarrival", tasks.size());
    const auto lengths = lengths_by_user(given, tasks.size());
    for (std::size_t user = 0; user < tasks.size(); ++user) {
      if (tasks[user] != std::floor(tasks[user]))
        refuse(given, "tasks", "whole numbers");
      const std::string name = "user-" + std::to_string(user + 1);
      users_.push_back({name, static_cast<std::int64_t>(tasks[user]), lengths[user],
                        tasks[user] > 0 ? dates[user] : never, interarrivals[user],
                        &input.random.stream("workload.arrivals." + name)});
      if (until_ > 0 && interarrivals[user] == 0)
        refuse(given, "interarrival", "above 0, with workload.until above 0");
    }
    if (until_ == 0 && given.all().at("interarrival") != "0")
      refuse(given, "interarrival", "0, where workload.until is 0");
  }

  std::optional<Job> next() override {
    const auto first = std::min_element(users_.begin(), users_.end(),
                                        [](const User& a, const User& b) { return a.date < b.date; });
    if (first->date == never || (until_ > 0 && first->date > until_))
      return std::nullopt;
    Job bag = bag_of(*first);
    first->date = until_ > 0 ? first->date + boost::random::exponential_distribution<>(
                                                 1 / first->interarrival)(*first->arrivals)
                             : never;
    return bag;
  }

private:
  struct User {
    std::string name;
    std::int64_t tasks; ///< of a bag
    std::vector<Seconds> lengths;
    Seconds date; ///< of the next bag
    Seconds interarrival;
    RandomStreams::Engine* arrivals;
  };

  Job bag_of(const User& user) {
    Job bag;
    bag.id = id_++;
    bag.submitted = user.date;
    bag.user = user.name;
    for (std::int64_t number = 0; number < user.tasks; ++number) {
      Task& task = bag.tasks.emplace_back();
      task.id = number;
      task.length = user.lengths[static_cast<std::size_t>(number) % user.lengths.size()];
      task.reference_speed = reference_speed_;
      task.work = task.length * reference_speed_;
    }
    return bag;
  }

  const FlopsPerSecond reference_speed_;
  const Seconds until_;
  std::vector<User> users_;
  JobId id_ = 0;
};

} // namespace

MALHA_WORKLOAD(workload_generator<UserBags>(
    "user_bags",
    "a bag of tasks of each of several users, or bags up to a date; the seed varies times between bags",
    "OSEP, section 4.2",
    {reals("tasks", "20,20", between(0, most_tasks_of_a_bag), "count",
           "tasks of a bag of each user: user-1, user-2 …"),
     text(
         "lengths", "300",
         "s at the reference speed; tasks of a bag take them in turn: '600,1800'; '600/1800' gives each user "
         "lengths of their own"),
     reals("dates", "0", at_least(0), "s", "date of the first bag; one for all, or one for each user"),
     real("until", 0, at_least(0), "s", "date up to which bags come; 0: one bag each"),
     reals("interarrival", "0", at_least(0), "s",
           "mean time between bags of a user, exponential; one for all, or one for each user"),
     real("reference_speed", 0, at_least(0), "flop/s",
          "speed at which lengths are those given; 0: that of the platform's first worker")}))

} // namespace malha
