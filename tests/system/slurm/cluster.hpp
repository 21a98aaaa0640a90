// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>

namespace malha::testing {

/// The words of a text.
inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// A process of the machine that runs a task's shard.
struct TaskProcess {
  pid_t process;
  pid_t parent;
};

/// A cluster on this machine, with nodes of one CPU: Slurm's own programs with a configuration and a key of
/// their own, in a folder of their own. All processes that come of it end with it.
class Cluster {
public:
  /// Whether Debian's packages slurm-wlm and munge are installed.
  static bool is_installed() {
    return run_shell(
               "PATH=$PATH:/usr/sbin; for p in sbatch squeue scontrol scancel munged slurmctld slurmd; do "
               "command -v $p || exit 1; done",
               "/")
               .status == 0;
  }

  /// `more` are further SchedulerParameters, each with a comma in front.
  explicit Cluster(int nodes = 4, const std::string& more = "") : nodes_(nodes), more_(more) {
    prctl(PR_SET_CHILD_SUBREAPER, 1); // what daemons leave becomes a child of this process
    for (const auto* sub : {"state", "spool", "log"})
      std::filesystem::create_directory(folder_ / sub);
    write_text(folder_ / "key", std::string(1024, 'k'));
    std::filesystem::permissions(folder_ / "key", std::filesystem::perms::owner_read);
    setenv("SLURM_CONF", (folder_ / "slurm.conf").c_str(), 1);
    start("munged",
          {"--foreground", "--force", "--key-file=" + in("key"), "--socket=" + in("munge"),
           "--pid-file=" + in("munged.pid"), "--log-file=" + in("log/munged"), "--seed-file=" + in("seed")});
    wait_until([&] { return std::filesystem::exists(folder_ / "munge"); });
    constexpr int most_attempts = 5;
    for (int attempt = 1; !start_slurm(attempt < most_attempts); ++attempt)
      end_slurm();
  }

  ~Cluster() {
    run_shell("scancel --user=$(id -un)", "/");
    for (const pid_t process : processes_)
      kill(process, SIGTERM);
    while (end_children()) {
    }
  }
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// Waits for an event. Throws when a daemon has ended meanwhile.
  void wait_until(const std::function<bool()>& happened) {
    while (!happened()) {
      const auto ended = std::find_if(processes_.begin(), processes_.end(), [](pid_t process) {
        return waitpid(process, nullptr, WNOHANG) == process;
      });
      if (ended != processes_.end()) {
        processes_.erase(ended);
        throw std::runtime_error("a daemon has ended:\n" + logs());
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  /// Waits until no job is left.
  void wait_for_all() {
    wait_until([] {
      const auto said = run_shell("squeue --noheader", "/");
      return said.status == 0 && said.out.empty();
    });
  }
  /// Waits until all nodes are idle.
  void wait_for_nodes() {
    wait_until([&] {
      return words_of(run_shell("sinfo -h -t idle -o %D", "/").out) == Words{std::to_string(nodes_)};
    });
  }

  /// The process that leads the work on this folder of a shard; process 0: there is none.
  static TaskProcess task_on(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const auto process = static_cast<pid_t>(std::atol(entry.path().filename().c_str()));
      if (process > 0 && works_on(process, folder))
        if (const pid_t parent = parent_of(process); !works_on(parent, folder))
          return {process, parent};
    }
    return {0, 0};
  }

  /// The node loses its power: its daemon is gone, and this task on it. Slurm is told that it is down.
  void crash(const std::string& node, const TaskProcess& task) {
    const pid_t daemon = daemons_of_nodes_.at(static_cast<std::size_t>(node.back() - '1'));
    processes_.erase(std::remove(processes_.begin(), processes_.end(), daemon), processes_.end());
    for (const pid_t process : {daemon, task.parent, task.process})
      if (process <= 1) // kill takes them for groups of processes
        throw std::logic_error("there is no process to kill");
    for (const pid_t process : {daemon, task.parent, task.process})
      kill(process, SIGKILL);
    waitpid(daemon, nullptr, 0);
    run_shell("scontrol update nodename=" + node + " state=down reason=crash", "/");
  }

  std::string logs() const {
    std::string text;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "log"))
      text += entry.path().filename().string() + ":\n" + text_of(entry.path()) + "\n";
    return text;
  }

private:
  using Words = std::vector<std::string>;

  std::string in(const std::string& name) const { return (folder_ / name).string(); }

  /// Starts Slurm's own daemons. False, where another attempt is allowed: somebody took a port meanwhile.
  bool start_slurm(bool may_fail) {
    write_configuration();
    try {
      start("slurmctld", {"-D"});
      wait_until([&] { return run_shell("scontrol ping", "/").out.find("is UP") != std::string::npos; });
      for (int node = 1; node <= nodes_; ++node)
        daemons_of_nodes_.push_back(start("slurmd", {"-D", "-N", "n" + std::to_string(node)}));
      wait_for_nodes();
      return true;
    } catch (const std::runtime_error& error) {
      if (!may_fail || std::string(error.what()).find("Address already in use") == std::string::npos)
        throw;
      return false;
    }
  }

  /// Ends the daemons but the first, munged, and forgets what they wrote.
  void end_slurm() {
    for (std::size_t i = 1; i < processes_.size(); ++i)
      kill(processes_[i], SIGKILL);
    for (std::size_t i = 1; i < processes_.size(); ++i)
      waitpid(processes_[i], nullptr, 0);
    processes_.resize(1);
    daemons_of_nodes_.clear();
    for (const auto* sub : {"state", "spool", "log"}) {
      std::filesystem::remove_all(folder_ / sub);
      std::filesystem::create_directory(folder_ / sub);
    }
  }

  /// Ports of this machine that nobody else gets as long as it lives.
  class Ports {
  public:
    Ports() = default;
    ~Ports() {
      for (const int probe : probes_)
        close(probe);
    }
    Ports(const Ports&) = delete;
    Ports& operator=(const Ports&) = delete;

    std::string next() {
      const int probe = socket(AF_INET, SOCK_STREAM, 0);
      probes_.push_back(probe);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_addr.s_addr = htonl(INADDR_ANY);
      socklen_t size = sizeof address;
      bind(probe, reinterpret_cast<sockaddr*>(&address), size);
      getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size);
      return std::to_string(ntohs(address.sin_port));
    }

  private:
    std::vector<int> probes_;
  };

  void write_configuration() const {
    Ports ports;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    const std::string name = std::string(host).substr(0, std::string(host).find('.'));
    const std::string user = getpwuid(getuid())->pw_name;
    std::string text =
        "ClusterName=test\nSlurmctldHost=" + name + "(127.0.0.1)\nSlurmctldPort=" + ports.next() +
        "\nAuthType=auth/munge\nAuthInfo=socket=" + in("munge") +
        ",cred_expire=5\nCredType=cred/munge\nSlurmUser=" + user + "\nSlurmdUser=" + user +
        "\nStateSaveLocation=" + in("state") + "\nSlurmdSpoolDir=" + in("spool") +
        "/%n\nSlurmctldPidFile=" + in("slurmctld.pid") + "\nSlurmdPidFile=" + in("slurmd.%n.pid") +
        "\nSlurmctldLogFile=" + in("log/slurmctld") + "\nSlurmdLogFile=" + in("log/slurmd.%n") +
        R"(
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1)" +
        more_ + "\n";
    for (int node = 1; node <= nodes_; ++node)
      text += "NodeName=n" + std::to_string(node) + " NodeHostname=" + name +
              " NodeAddr=127.0.0.1 CPUs=1 Port=" + ports.next() + "\n";
    write_text(folder_ / "slurm.conf", text);
  }

  pid_t start(const std::string& program, const std::vector<std::string>& words) {
    std::cout.flush();
    const pid_t process = fork();
    if (process != 0) {
      processes_.push_back(process);
      return process;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto log = in("log/" + program + ".out");
    if (std::freopen(log.c_str(), "a", stdout) == nullptr ||
        std::freopen(log.c_str(), "a", stderr) == nullptr)
      _exit(127);
    std::vector<std::string> all{"/usr/sbin/" + program};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (auto& word : all)
      arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(arguments.front(), arguments.data());
    _exit(127);
  }

  static bool works_on(pid_t process, const std::filesystem::path& folder) {
    const auto line = text_of("/proc/" + std::to_string(process) + "/cmdline");
    return line.rfind(MALHA_PROGRAM, 0) == 0 &&
           line.find(std::string(1, '\0') + folder.string() + std::string(1, '\0')) != std::string::npos;
  }

  static pid_t parent_of(pid_t process) {
    const auto words = words_of(text_of("/proc/" + std::to_string(process) + "/stat"));
    return words.size() > 3 ? static_cast<pid_t>(std::stol(words[3])) : 0; // no name here has a blank
  }

  /// Kills the children of this process, and takes over theirs. False when none is left.
  static bool end_children() {
    const auto self = std::to_string(getpid());
    for (const auto& child : words_of(text_of("/proc/" + self + "/task/" + self + "/children")))
      kill(static_cast<pid_t>(std::stol(child)), SIGKILL);
    return waitpid(-1, nullptr, 0) > 0;
  }

  const int nodes_;
  const std::string more_;
  TemporaryFolder folder_;
  std::vector<pid_t> processes_, daemons_of_nodes_;
};

} // namespace malha::testing
