// SPDX-License-Identifier: MIT
// Ours, for comparison with the classes of GridTS: jobs by ticket; any resource wants a task of the heaviest
// class that there is, so that light tasks are left for the end. The speed of the resource does not count.
// Classes are those of pull/ticket_classes, only more. Ties: within a class the lowest id, as the space has
// it; jobs of one ticket (there should be none) by lowest id.
#include "classes.hpp"

namespace malha::pull {
namespace {

class LargestFirst : public ChoiceByAmounts {
public:
  explicit LargestFirst(const Parameters& parameters) : classes_(parameters) {}

  std::vector<int> classes_of(const std::vector<double>& amounts) override { return classes_.of(amounts); }

  std::vector<Wanted> wanted(const ChoiceView& view) override {
    sort_by_ticket(view.jobs, jobs_);
    std::vector<Wanted> wanted;
    wanted.reserve(jobs_.size() * static_cast<std::size_t>(classes_.number()));
    for (const auto& job : jobs_)
      for (int task_class = classes_.number(); task_class >= 1; --task_class)
        wanted.push_back({job.id, task_class});
    return wanted;
  }

private:
  const Classes classes_;
  std::vector<OfferedJob> jobs_; ///< by ticket
};

} // namespace

MALHA_POLICY(policy<LargestFirst>("pull/largest_first",
                                  "takes jobs by ticket, tasks of the heaviest class first",
                                  "ours, after GridTS, Alg. 2, chooseTask",
                                  {Classes::number_parameter(20), Classes::bounds_parameter()}))

} // namespace malha::pull
