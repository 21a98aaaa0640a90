// SPDX-License-Identifier: MIT
#pragma once
#include "trace_window.hpp"

#include <set>

namespace malha {

/// The parameters by which a part of a trace is replayed, and under which load: those of every reader of
/// traces.
std::vector<ParameterSpec> selection_parameters();

/// Which jobs of a trace are replayed, and when.
struct Selection {
  explicit Selection(const WorkloadInput& input);

  /// Whether it leaves jobs out.
  bool chooses() const;
  /// Whether it changes dates or run times, for which all jobs must be known.
  bool changes() const { return load > 0 || is_poisson || window.is_chosen(); }

  Seconds from, until;         ///< dates of submission; the end is not included
  std::int64_t first, jobs;    ///< jobs to pass over, and the most that follow
  std::set<std::string> users; ///< empty: all
  int min_size, max_size;      ///< resources of a job
  double load;                 ///< offered load; 0: that of the trace
  bool scales_run_times;       ///< to have that load; otherwise the gaps between submissions
  bool is_poisson;             ///< submissions are a Poisson process
  int nodes;                   ///< of the platform; 0: there is none
  FlopsPerSecond speed;        ///< at which run times are counted
  std::string file;
  TraceWindow window; ///< of the jobs that are left by all this
};

/// The jobs of a trace that are selected. Without a window dates stay those of the whole trace, so that two
/// parts which meet are the whole. Throws InputError if jobs wait for others, which may be left out, if none
/// is left, and if there is no load to be scaled.
class SelectedJobs : public JobSource {
public:
  SelectedJobs(std::unique_ptr<JobSource> trace, const Selection& selection, RandomStreams& random);

  std::optional<Job> next() override;
  std::vector<WorkloadNote> notes() const override;
  std::vector<std::string> header() const override { return trace_->header(); }
  std::optional<std::int64_t> jobs() const override;

private:
  std::optional<Job> next_selected();
  bool is_selected(const Job& job);
  void read_all(RandomStreams& random);
  void scale_load();
  void draw_dates(RandomStreams& random);

  std::unique_ptr<JobSource> trace_;
  Selection selection_;
  std::set<std::string> without_job_; ///< users whom of_users names, of whom no job has come
  std::int64_t others_ = 0, passed_ = 0, given_ = 0;
  bool is_over_ = false;
  std::optional<std::vector<Job>> changed_; ///< all jobs, where dates or run times are others
  std::size_t next_ = 0;                    ///< among those
};

} // namespace malha
