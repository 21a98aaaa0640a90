// SPDX-License-Identifier: MIT
#include "batsim_bags.hpp"
#include "policies/multicluster/application.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <unordered_map>

namespace malha::batsim {
namespace {

class Joining {
public:
  Joining(bool joins_bags, const std::string& file) : joins_bags_(joins_bags), file_(file) {}

  void add(FileJob&& next) {
    const bool is_named = !next.job.bag.empty();
    if (!is_named && !(joins_bags_ && says_nothing(next.job))) {
      all_.push_back(std::move(next));
      return;
    }
    if (!is_named && submitted_ != next.job.submitted) {
      submitted_ = next.job.submitted;
      nameless_ = all_.size();
    }
    const auto place = is_named ? named_.emplace(next.job.bag, all_.size()).first->second : nameless_;
    if (place == all_.size()) {
      all_.push_back(std::move(next));
      return;
    }
    unnamed_ += !is_named;
    join(all_[place], next);
  }

  std::vector<FileJob> take(std::vector<WorkloadNote>& notes) {
    for (const auto& [what, jobs] : {std::pair("joined a bag by their submission", unnamed_),
                                     {"joined a bag of another user, queue or metadata", texts_},
                                     {"joined a bag of another walltime", walltimes_}})
      if (jobs > 0)
        notes.push_back({what, jobs});
    return std::move(all_);
  }

private:
  static bool says_nothing(const Job& job) {
    return job.tasks.front().resources == 1 && job.fragments.empty() && job.service == ServiceClass::common &&
           multicluster::application_in(job.extensions) == nullptr;
  }

  void join(FileJob& first, FileJob& other) {
    Job &bag = first.job, &job = other.job;
    if (job.submitted != bag.submitted)
      throw InputError(file_ + ": job " + other.id + " is of bag '" + bag.bag + "', as job " + first.id +
                       ", and submitted at " + shortest(job.submitted) + ", not at " +
                       shortest(bag.submitted) + "; valid: one submission for all jobs of a bag");
    bool differs = false;
    for (SharedText Job::*text : std::initializer_list<SharedText Job::*>{
             &Job::user, &Job::account, &Job::group, &Job::queue, &Job::partition, &Job::qos,
             &Job::executable, &Job::metadata})
      if (bag.*text != job.*text) {
        differs = true;
        (bag.*text).clear();
      }
    texts_ += differs;
    if (bag.walltime != job.walltime) {
      ++walltimes_;
      bag.walltime =
          bag.walltime && job.walltime ? std::optional(std::max(*bag.walltime, *job.walltime)) : std::nullopt;
    }
    bag.tasks.push_back(job.tasks.front());
    bag.tasks.back().id = static_cast<TaskId>(bag.tasks.size() - 1);
  }

  bool joins_bags_;
  const std::string& file_;
  std::vector<FileJob> all_;
  std::unordered_map<std::string, std::size_t> named_; ///< places of bags
  std::optional<Seconds> submitted_;                   ///< of the last bag without a name
  std::size_t nameless_ = 0;                           ///< its place
  std::int64_t unnamed_ = 0, texts_ = 0, walltimes_ = 0;
};

} // namespace

std::vector<FileJob> joined(std::vector<FileJob> by_submission, bool joins_bags, const std::string& file,
                            std::vector<WorkloadNote>& notes) {
  Joining joining(joins_bags, file);
  for (auto& job : by_submission)
    joining.add(std::move(job));
  return joining.take(notes);
}

} // namespace malha::batsim
