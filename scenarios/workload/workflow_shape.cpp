// SPDX-License-Identifier: MIT
// Workflows of known shapes: those of scientific applications, with mean run times and sizes of files from
// published traces, and those of textbooks, with one mean of each.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/workload.hpp"
#include "scenarios/workload/files/workflow_job.hpp"
#include "scenarios/workload/files/workflow_shapes.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>

namespace malha {
namespace {

class WorkflowShape : public JobSource {
public:
  explicit WorkflowShape(const WorkloadInput& input)
      : shape_(input.parameters.text("shape")), size_(static_cast<int>(input.parameters.integer("size"))),
        width_(static_cast<int>(input.parameters.integer("width"))), mean_(input.parameters.real("mean")),
        variation_(input.parameters.real("variation") / 100), data_(input.parameters.real("data")),
        data_scale_(input.parameters.real("data_scale")), jobs_(input.parameters.integer("jobs")),
        interarrival_(input.parameters.real("interarrival")), reference_speed_(input.reference_speed),
        times_(input.random.stream("workload.work")), arrivals_(input.random.stream("workload.arrivals")) {
    if (shape_ == "fft" && (size_ & (size_ - 1)) != 0)
      throw InputError("workload 'workflow_shape': parameter 'size' cannot be '" +
                       input.parameters.text("size") + "' with shape fft; valid: a power of 2");
    if ((shape_ == "montage" || shape_ == "gauss") && size_ < 2)
      throw InputError("workload 'workflow_shape': parameter 'size' cannot be '" +
                       input.parameters.text("size") + "' with shape " + shape_ + "; valid: at least 2");
    if (const double tasks = static_cast<double>(size_) * (is_square() ? size_ : width_);
        tasks > most_tasks_of_a_bag / 8)
      throw InputError("workload 'workflow_shape': shape " + shape_ + " with size " +
                       input.parameters.text("size") + " and width " + input.parameters.text("width") +
                       " has more than " + shortest(most_tasks_of_a_bag) + " tasks; valid: fewer");
  }

  std::optional<Job> next() override {
    if (id_ == jobs_)
      return std::nullopt;
    const DrawTime draw = [this](Seconds mean) { return draw_time(mean); };
    Job job = job_of(make(draw), reference_speed_, data_scale_, "workload 'workflow_shape'");
    job.id = id_++;
    job.submitted = submitted_;
    if (interarrival_ > 0)
      submitted_ += boost::random::exponential_distribution<>(1 / interarrival_)(arrivals_);
    return job;
  }
  std::optional<std::int64_t> jobs() const override { return jobs_; }

private:
  bool is_square() const { return shape_ == "gauss"; }

  Workflow make(const DrawTime& draw) const {
    return shape_ == "montage"       ? montage(size_, draw)
           : shape_ == "epigenomics" ? epigenomics(size_, width_, draw)
           : shape_ == "cybershake"  ? cybershake(size_, width_, draw)
           : shape_ == "gauss"       ? gauss(size_, mean_, data_, draw)
           : shape_ == "fft"         ? fft(size_, mean_, data_, draw)
           : shape_ == "fork_join"   ? fork_join(size_, width_, mean_, data_, draw)
                                     : chain(size_, mean_, data_, draw);
  }

  /// Normal around the mean, and at least a tenth of it.
  Seconds draw_time(Seconds mean) {
    if (variation_ == 0)
      return mean;
    return std::max(0.1 * mean, boost::random::normal_distribution<>(mean, variation_ * mean)(times_));
  }

  const std::string shape_;
  const int size_, width_;
  const Seconds mean_;
  const double variation_;
  const Bytes data_;
  const double data_scale_;
  const std::int64_t jobs_;
  const Seconds interarrival_;
  const FlopsPerSecond reference_speed_;
  RandomStreams::Engine& times_;
  RandomStreams::Engine& arrivals_;
  JobId id_ = 0;
  Seconds submitted_ = 0;
};

} // namespace

MALHA_WORKLOAD(workload_generator<WorkflowShape>(
    "workflow_shape",
    "workflows of the shape of known applications; the seed varies the run times of their tasks when "
    "variation "
    "is above 0, and times between workflows, each apart",
    "bharathi2008 (montage, epigenomics, cybershake); topcuoglu2002, section 5.3 (gauss, fft)",
    {choice("shape", "montage",
            {"montage", "epigenomics", "cybershake", "gauss", "fft", "fork_join", "chain"},
            "which application, or textbook graph"),
     integer("size", 8, between(1, 1e6), "count",
             "images, lanes, sites, columns, points, stages or tasks, in the order of the shapes"),
     integer("width", 8, between(1, 1e6), "count",
             "chunks of a lane, ruptures of a site, or tasks of a stage"),
     real("mean", 10, above(0), "s", "mean run time of a task of gauss, fft, fork_join and chain"),
     real("data", 1e6, between(0, 1e15), "B", "what such a task makes"),
     real("variation", 0, between(0, 100), "%", "standard deviation of run times, in percent of the mean"),
     real("data_scale", 1, between(0, 1e6), "1", "factor on the sizes of all files; 0: no data"),
     integer("jobs", 1, between(1, 1e6), "count", "workflows"),
     real("interarrival", 0, at_least(0), "s",
          "mean time between submissions of workflows, exponential; 0: all at once"),
     reference_speed_parameter()}))

} // namespace malha
