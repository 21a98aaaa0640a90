// SPDX-License-Identifier: MIT
// Usage: malha_grids_benchmark [ROUNDS [TASKS [TASKS_OF_THE_LARGEST]]]
//        malha_grids_benchmark growth [ROUNDS [RESOURCES…]]
// Brokers and the tuple space on bags, on the grids of their study. First what a task costs under instant
// transport, the simulation alone; then, under network transport, the ratio to the same messages written by
// hand, both sides in turns in each round; then the largest bag in one space. Times are of the processor.
// growth: only the ratios, of ten tasks a resource on ever more resources.
#include "child.hpp"
#include "grids_by_hand.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/runs/library.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace malha::overhead {
namespace {

void instant_costs(const Library& library, std::int64_t tasks) {
  print_header("instant transport");
  for (const std::int64_t resources : {100, 1000})
    for (const auto& [deployment, more] : {std::pair<std::string, Settings>("broker.workqueue", {}),
                                           {"broker.wqr", {}},
                                           {"broker.mftf", {}},
                                           {"tuple_space.ticket_classes", {}},
                                           {"tuple_space.ticket_classes", {{"checkpoint", "on"}}}}) {
      Settings settings = more;
      settings["transport"] = "instant";
      print_line(deployment + (more.empty() ? "" : " " + joined(more, " ")), resources,
                 plan_of_bag(library, deployment, resources, tasks, settings));
    }
}

void ratio(const std::string& name, const SimulationPlan& plan, GridRun (*by_hand)(const SimulationPlan&),
           int rounds) {
  constexpr double limit = 1.3;
  std::vector<double> us, theirs, quotients;
  for (int round = 0; round < rounds; ++round) {
    const auto a = in_child<GridRun>([&] { return simulated(plan); });
    const auto b = in_child<GridRun>([&] { return by_hand(plan); });
    if (a.tasks != b.tasks || std::abs(a.date - b.date) > 1e-9 * b.date)
      throw std::runtime_error("the sides do not simulate the same: ours ends at " + shortest(a.date) +
                               " s, by hand at " + shortest(b.date) + " s");
    us.push_back(us_a_task(a));
    theirs.push_back(us_a_task(b));
    quotients.push_back(a.seconds / b.seconds);
  }
  const double quotient = median(quotients);
  std::printf("%-42s %12.3f %12.3f %8.2f%s\n", name.c_str(), median(us), median(theirs), quotient,
              quotient > limit ? "  above 1.3" : "");
  std::fflush(stdout);
}

void print_ratio_header() {
  std::printf("%-42s %12s %12s %8s\n", "network, us a task, medians", "ours", "by hand", "ratio");
}

void growth(int rounds, const std::vector<std::int64_t>& resources) {
  const Library library({});
  const Settings network{{"transport", "network"}};
  print_ratio_header();
  for (const auto number : resources) {
    const auto on = ", " + std::to_string(number) + " resources";
    ratio("push" + on, plan_of_bag(library, "broker.workqueue", number, 10 * number, network), push_by_hand,
          rounds);
    ratio("pull" + on, plan_of_bag(library, "tuple_space.ticket_classes", number, 10 * number, network),
          pull_by_hand, rounds);
  }
}

void run(int rounds, std::int64_t tasks, std::int64_t most_tasks) {
  const Library library({});
  instant_costs(library, tasks);
  const Settings network{{"transport", "network"}}, instant{{"transport", "instant"}};
  std::printf("\n");
  print_ratio_header();
  ratio("push: broker.workqueue", plan_of_bag(library, "broker.workqueue", 100, tasks, network), push_by_hand,
        rounds);
  ratio("pull: tuple_space.ticket_classes",
        plan_of_bag(library, "tuple_space.ticket_classes", 100, tasks, network), pull_by_hand, rounds);
  std::printf("\n");
  print_header("one space");
  print_line("instant", 1000, plan_of_bag(library, "tuple_space.ticket_classes", 1000, most_tasks, instant));
  print_line("network", 1000, plan_of_bag(library, "tuple_space.ticket_classes", 1000, most_tasks, network));
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  const bool grows = argc > 1 && argv[1] == std::string("growth");
  std::vector<std::int64_t> numbers;
  for (int i = grows ? 2 : 1; i < argc; ++i)
    numbers.push_back(std::atoll(argv[i]));
  if ((!grows && numbers.size() > 3) ||
      std::any_of(numbers.begin(), numbers.end(), [](auto number) { return number < 1; })) {
    std::fprintf(stderr,
                 "usage: %s [ROUNDS [TASKS [TASKS_OF_THE_LARGEST]]]\n"
                 "       %s growth [ROUNDS [RESOURCES...]]\n",
                 argv[0], argv[0]);
    return 2;
  }
  const int rounds = numbers.empty() ? (grows ? 3 : 5) : static_cast<int>(numbers[0]);
  try {
    if (!grows)
      malha::overhead::run(rounds, numbers.size() > 1 ? numbers[1] : 100'000,
                           numbers.size() > 2 ? numbers[2] : 1'000'000);
    else if (numbers.size() > 1)
      malha::overhead::growth(rounds, {numbers.begin() + 1, numbers.end()});
    else
      malha::overhead::growth(rounds, {100, 1000, 2000, 4000});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
